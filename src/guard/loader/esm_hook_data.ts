/**
 * Hooks of Node's ES module loader. Node runs this file in a separate thread, where nothing
 * is patched; `initialize` gets the data that it needs.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { LoadHook, ResolveHook } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { inProcess, processOf } from './in_process.js';
import { isForeignSubpath, mappedKey } from './module_map.js';
import { mappedFile, settingsOf } from './project_settings.js';
import { formatOf, isTypeScript, sourceCandidates } from './source_format.js';
import { needsTransform, transformSource } from './transform.js';

/** The data that the guarded thread sends to the hooks. */
export interface EsmHookData {
  /** Mapped keys: exported names of a module object, or the URL of a module. */
  readonly modules: Readonly<Record<string, readonly string[] | string>>;
  /** Receives every loaded file, and the URL of each of Node's modules that is imported. */
  readonly loaded: MessagePort;
}

/** `orrery:from?[specifier, parentUrl]` is `specifier` as if imported by `parentUrl`. */
const FROM = 'orrery:from?';

/** Orrery's own modules exist only once. */
const OWN_FILES = new URL('../..', import.meta.url).href;

let modules: EsmHookData['modules'] = {};
let keys: ReadonlySet<string> = new Set();
let loaded: MessagePort | undefined;

export function initialize(data: EsmHookData): void {
  modules = data.modules;
  loaded = data.loaded;
  loaded.unref();
  keys = new Set(Object.keys(modules));
}

/** Imports of a user module belong to the same simulated process as the module itself. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const result = await resolveFile(specifier, context, nextResolve);
  const { url } = result;
  if (url.startsWith('node:') && !context.parentURL?.startsWith(OWN_FILES))
    loaded?.postMessage(url);
  const isUserFile = url.startsWith('file:') && !url.includes('?') && !url.startsWith(OWN_FILES);
  if (!isUserFile) return result;
  const number = processOf(specifier) || processOf(context.parentURL);
  return number === 0 ? result : { ...result, url: inProcess(url, number) };
};

const resolveFile: ResolveHook = async (specifier, context, nextResolve) => {
  if (specifier.startsWith(FROM)) {
    const [target, parentURL] = JSON.parse(decodeURIComponent(specifier.slice(FROM.length)));
    return resolve(target, { ...context, parentURL }, nextResolve);
  }
  if (specifier.startsWith('orrery:')) return { url: specifier, shortCircuit: true };
  const parent = context.parentURL?.startsWith('file:')
    ? fileURLToPath(context.parentURL)
    : undefined;
  const request = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
  const key = mappedKey(keys, request, parent === undefined ? undefined : path.dirname(parent));
  if (key !== undefined) {
    const target = modules[key]!;
    if (typeof target === 'string') return nextResolve(target, context);
    return {
      url: `orrery:module?${encodeURIComponent(key)}`,
      format: 'module',
      shortCircuit: true,
    };
  }
  if (isForeignSubpath(keys, specifier)) {
    const message = `Cannot find module '${specifier}', which Orrery does not offer`;
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  }
  const mapped = parent === undefined ? undefined : mappedFile(specifier, parent);
  if (mapped !== undefined) return { url: pathToFileURL(mapped).href, shortCircuit: true };
  if (parent !== undefined && isTypeScript(parent) && /^\.{1,2}\//.test(specifier)) {
    const url = typeScriptUrl(path.resolve(path.dirname(parent), specifier));
    if (url !== undefined) return { url, shortCircuit: true };
  }
  if (request !== specifier && isTypeScript(request) && existsSync(request)) {
    return { url: pathToFileURL(request).href, shortCircuit: true };
  }
  return nextResolve(specifier, context);
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (url.startsWith('orrery:')) {
    return { format: 'module', source: syntheticSource(url), shortCircuit: true };
  }
  if (url.startsWith('file:') && !url.startsWith(OWN_FILES)) {
    const file = fileURLToPath(url.split('?')[0]!);
    for (const read of [file, ...(settingsOf(file)?.files ?? [])]) loaded?.postMessage(read);
  }
  if (!/^file:.*\.(?:[cm]?[jt]s|tsx)(?:\?|$)/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url.split('?')[0]!);
  const source = readFileSync(file, 'utf8');
  const format = formatOf(file, source);
  if (format === 'module') {
    const code = needsTransform(file, source)
      ? transformSource(file, source, isTypeScript(file) ? 'esm' : 'same-esm')
      : source;
    return { format, source: code, shortCircuit: true };
  }
  if (!isTypeScript(file)) return nextLoad(url, { ...context, format });
  return { format: 'module', source: commonJsWrapper(file, source), shortCircuit: true };
};

/**
 * The `.ts` file that a relative import of a TypeScript file refers to, if Node would not find it.
 */
function typeScriptUrl(target: string): string | undefined {
  if (path.extname(target) !== '' && existsSync(target)) return undefined;
  const found = sourceCandidates(target).find((file) => isTypeScript(file) && existsSync(file));
  return found && pathToFileURL(found).href;
}

/** `orrery:module?key` re-exports a mapped object, `orrery:entry?url` starts a user module. */
function syntheticSource(url: string): string {
  const [kind, argument = ''] = url.split('?', 2);
  const value = decodeURIComponent(argument);
  const registry = 'globalThis[Symbol.for("orrery.loader")]';
  if (kind === 'orrery:started') return `${registry}.started(${JSON.stringify(value)});`;
  if (kind === 'orrery:entry') {
    const [ticket, target, attributes] = JSON.parse(value) as [string, string, object | null];
    const started = JSON.stringify(`orrery:started?${encodeURIComponent(ticket)}`);
    const how = attributes === null ? '' : ` with ${JSON.stringify(attributes)}`;
    return `import ${started};\nexport * as entry from ${JSON.stringify(target)}${how};`;
  }
  const names = modules[value] as readonly string[];
  return exportAll(`${registry}.modules[${JSON.stringify(value)}]`, names);
}

function exportAll(expression: string, names: readonly string[]): string {
  const exported = names.filter((name) => name !== 'default');
  const variables = exported.map((name, i) => `const v${i} = m[${JSON.stringify(name)}];`);
  const exports = exported.map((name, i) => `v${i} as ${JSON.stringify(name)}`);
  return `const m = ${expression};\n${variables.join('\n')}\nexport default m;\nexport { ${exports.join(', ')} };`;
}

/** CommonJS TypeScript imported from an ES module: required, and its names re-exported. */
function commonJsWrapper(file: string, source: string): string {
  const code = transformSource(file, source, 'cjs');
  const list = /^0 && \(module\.exports = \{([^}]*)\}\);$/m.exec(code)?.[1] ?? '';
  const names = [...list.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].map(([name]) => name);
  const required = `createRequire(import.meta.url)(${JSON.stringify(file)})`;
  return `import { createRequire } from 'node:module';\n${exportAll(required, names)}`;
}
