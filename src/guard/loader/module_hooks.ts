import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OWN_FOLDER } from '../../errors/index.js';
import { real } from '../real.js';
import { ATTRIBUTES, asksForAttributes, asksForUnlisted, UNLISTED } from './asks_for_attributes.js';
import { inProcess, processOf } from './in_process.js';
import { isForeignSubpath, mappedKey } from './module_map.js';
import { mappedFile, settingsOf } from './project_settings.js';
import { formatOf, isTypeScript, sourceCandidates } from './source_format.js';
import { needsTransform, transformSource } from './transform.js';

/** Mapped keys of a `ModuleMap`: exported names of a module object, or the URL of a module. */
export type MappedModules = Readonly<Record<string, readonly string[] | string>>;

/** `orrery:from?[specifier, parentUrl]` is `specifier` as if imported by `parentUrl`. */
const FROM = 'orrery:from?';

/** Orrery's own modules exist only once. */
const OWN_FILES = OWN_FOLDER.href;

const { existsSync, readFileSync } = real.fs;

/** An import: what is written, and where. */
export interface ImportRequest {
  readonly specifier: string;
  readonly parentURL: string | undefined;
}

/** Code of an ES module. */
interface ModuleSource {
  readonly format: 'module';
  readonly source: string;
}

/**
 * Where user code's imports lead, and what the code there is. What is not said here is for Node to decide.
 * Needs no thread of its own: the thread of the run asks as well as the one that Node runs hooks in.
 */
export class ModuleHooks {
  readonly #modules: MappedModules;
  readonly #keys: ReadonlySet<string>;
  readonly #note: (loaded: string) => void;
  /** By file: the code that was made of the text that it had. */
  readonly #made = new Map<string, { readonly text: string; readonly code: string | undefined }>();

  /** @param note - receives what `LoadedFiles` hears */
  constructor(modules: MappedModules, note: (loaded: string) => void) {
    this.#modules = modules;
    this.#keys = new Set(Object.keys(modules));
    this.#note = note;
  }

  /**
   * Where an import leads: a URL, or what Node is to be asked for instead.
   *
   * @throws Error `ERR_MODULE_NOT_FOUND`; OrreryError `ORR_MODULE_SETTINGS`
   */
  find({ specifier, parentURL }: ImportRequest): { readonly url: string } | { asked: string } {
    if (specifier.startsWith('orrery:')) return { url: specifier };
    const parent = parentURL?.startsWith('file:') ? fileURLToPath(parentURL) : undefined;
    const request = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
    const key = mappedKey(
      this.#keys,
      request,
      parent === undefined ? undefined : path.dirname(parent),
    );
    if (key !== undefined) {
      const target = this.#modules[key]!;
      if (typeof target === 'string') return { asked: target };
      return { url: `orrery:module?${encodeURIComponent(key)}` };
    }
    if (isForeignSubpath(this.#keys, specifier)) {
      const message = `Cannot find module '${specifier}', which Orrery does not offer`;
      throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
    }
    const mapped = parent === undefined ? undefined : mappedFile(specifier, parent);
    if (mapped !== undefined) return { url: pathToFileURL(mapped).href };
    if (parent !== undefined && isTypeScript(parent) && /^\.{1,2}\//.test(specifier)) {
      const url = typeScriptUrl(path.resolve(path.dirname(parent), specifier));
      if (url !== undefined) return { url };
    }
    if (request !== specifier && isTypeScript(request) && existsSync(request)) {
      return { url: pathToFileURL(request).href };
    }
    return { asked: specifier };
  }

  /** The URL under which the importing process has what was found: its own modules are apart from those of others. */
  own(url: string, { specifier, parentURL }: ImportRequest): string {
    if (url.startsWith('node:') && !parentURL?.startsWith(OWN_FILES)) this.#note(url);
    const isUserFile = url.startsWith('file:') && !url.includes('?') && !url.startsWith(OWN_FILES);
    const number = isUserFile ? processOf(specifier) || processOf(parentURL) : 0;
    return number === 0 ? url : inProcess(url, number);
  }

  /** The code of a module, or the format in which Node is to read it; nothing if Node decides that, too. */
  read(url: string): ModuleSource | { readonly format?: 'commonjs' } {
    if (url.startsWith('orrery:')) return { format: 'module', source: this.#synthetic(url) };
    if (!url.startsWith('file:')) {
      // Nobody has read the code of a `data:` URL.
      if (!url.startsWith('node:')) this.#note(ATTRIBUTES);
      return {};
    }
    const file = fileURLToPath(url.split('?')[0]!);
    if (!url.startsWith(OWN_FILES)) {
      for (const read of [file, ...(settingsOf(file)?.files ?? [])]) this.#note(read);
    }
    if (!/^file:.*\.(?:[cm]?[jt]s|tsx)(?:\?|$)/.test(url)) return {};
    const text = readFileSync(file, 'utf8');
    if (!url.startsWith(OWN_FILES)) {
      if (asksForAttributes(text)) this.#note(ATTRIBUTES);
      if (asksForUnlisted(text)) this.#note(UNLISTED);
    }
    let made = this.#made.get(file);
    if (made?.text !== text) {
      made = { text, code: moduleCode(file, text) };
      this.#made.set(file, made);
    }
    return made.code === undefined
      ? { format: 'commonjs' }
      : { format: 'module', source: made.code };
  }

  /** `orrery:module?key` re-exports a mapped object, `orrery:entry?url` starts a user module. */
  #synthetic(url: string): string {
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
    const names = this.#modules[value] as readonly string[];
    return exportAll(`${registry}.modules[${JSON.stringify(value)}]`, names);
  }
}

/** The import that is meant. */
export function importOf(specifier: string, parentURL: string | undefined): ImportRequest {
  if (!specifier.startsWith(FROM)) return { specifier, parentURL };
  const [target, from] = JSON.parse(decodeURIComponent(specifier.slice(FROM.length)));
  return { specifier: target as string, parentURL: from as string };
}

/** What runs as an ES module; undefined for CommonJS, which Node reads itself. */
function moduleCode(file: string, source: string): string | undefined {
  if (formatOf(file, source) === 'module') {
    if (!needsTransform(file, source)) return source;
    return transformSource(file, source, isTypeScript(file) ? 'esm' : 'same-esm');
  }
  return isTypeScript(file) ? commonJsWrapper(file, source) : undefined;
}

/**
 * The `.ts` file that a relative import of a TypeScript file refers to, if Node would not find it.
 */
function typeScriptUrl(target: string): string | undefined {
  if (path.extname(target) !== '' && existsSync(target)) return undefined;
  const found = sourceCandidates(target).find((file) => isTypeScript(file) && existsSync(file));
  return found && pathToFileURL(found).href;
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
