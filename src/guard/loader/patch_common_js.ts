import Module, { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOrrerys, OrreryError } from '../../errors/index.js';
import type { Patches } from '../patches.js';
import { real } from '../real.js';
import { mayImport } from './dynamic_imports.js';
import type { LoadedFiles } from './loaded_files.js';
import { isForeignSubpath, type ModuleMap, mappedKey } from './module_map.js';
import type { ProcessModules } from './process_modules.js';
import { mappedFile, settingsOf } from './project_settings.js';
import { formatOf, isPackageFile, isTypeScript, sourcesOf } from './source_format.js';
import { needsTransform, transformSource } from './transform.js';

/** The part of Node's CommonJS loader that is not in its type declarations. */
interface CommonJsLoader {
  _load(request: string, parent: CommonJsModule | null, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: CommonJsModule | null, ...rest: unknown[]): string;
  _extensions: Record<string, (module: CommonJsModule, file: string) => void>;
}
interface CommonJsModule {
  readonly filename?: string | null;
  exports: unknown;
  _compile(source: string, file: string): void;
}

/** What {@link patchCommonJs} calls the file of a mapped module; it is loaded if a program has replaced `Module._load`. */
const MAPPED = /^orrery:(.*)\.json$/;

// Captured at load time.
const isOfNode = isBuiltin;

export const commonJs = Module as typeof Module & CommonJsLoader;

/** The context of the hooks of `require`. */
interface CommonJsSurroundings {
  readonly processes: ProcessModules;
  /** Gets every loaded file. */
  readonly files: LoadedFiles;
  /** Code that is inserted before ES modules. */
  readonly onModule: () => void;
}

/**
 * Hooks `require`: mapped modules, TypeScript, lowered `**`, and modules of the calling process.
 */
export function patchCommonJs(
  patches: Patches,
  map: ModuleMap,
  { processes, files, onModule }: CommonJsSurroundings,
): void {
  const keys = new Set(Object.keys(map));
  const { _load: load, _resolveFilename: resolveFilename } = commonJs;
  const find = (request: string, parent: CommonJsModule | null) => {
    const folder = parent?.filename ? path.dirname(parent.filename) : undefined;
    return mappedKey(keys, request, folder);
  };

  patches.value(commonJs, '_load', function _load(this: unknown, ...call: LoadCall) {
    const key = find(call[0], call[1]);
    const target = key === undefined ? undefined : map[key];
    if (target !== undefined && typeof target !== 'string') return target;
    if (isOfNode(call[0]) && !isOrrerys(call[1]?.filename ?? '')) files.noteBuiltin();
    const perform = () =>
      processes.asOwnerOf(call[1], () => load.apply(this as CommonJsLoader, call));
    return isOrrerys(call[1]?.filename ?? '') ? files.unnoted(perform) : perform();
  });
  patchCreateRequire(patches, processes);
  patchOtherKinds(patches, files, map);
  patches.value(commonJs, '_resolveFilename', (...call: Parameters<typeof resolveFilename>) => {
    const [request, parent] = call;
    const key = find(request, parent);
    const target = key === undefined ? undefined : map[key];
    // Node looks for exports in the file behind a re-export, but not in a JSON file.
    if (typeof target === 'string') {
      return target.startsWith('file:') ? fileURLToPath(target) : target;
    }
    if (target !== undefined) return `orrery:${key}.json`;
    if (isForeignSubpath(keys, request)) throw unknownSubpath(request, parent?.filename);
    const mapped = parent?.filename ? mappedFile(request, parent.filename) : undefined;
    if (mapped !== undefined) return mapped;
    return resolveTypeScript(() => resolveFilename.apply(commonJs, call), call, resolveFilename);
  });
  for (const extension of ['.js', '.cjs', '.ts', '.tsx', '.cts', '.mts', '.mjs']) {
    const standard = commonJs._extensions[extension] ?? commonJs._extensions['.js']!;
    patches.value(commonJs._extensions, extension, (module: CommonJsModule, file: string) => {
      processes.own(module);
      for (const read of [file, ...(settingsOf(file)?.files ?? [])]) files.note(read);
      const source = sourceOf(file);
      files.noteText(source);
      if (formatOf(file, source) === 'module') {
        // Node 20 does not run loader hooks for a required ES module: compile it as CommonJS,
        // except packages that Orrery need not examine.
        if (isPackageFile(file) && !mentions(source, keys)) return standard(module, file);
        if (mayImport(source)) onModule();
        return module._compile(transformSource(file, source, 'cjs', processes.mark('')), file);
      }
      if (mayImport(source)) onModule();
      if (!needsTransform(file, source)) return standard(module, file);
      const target = isTypeScript(file) ? 'cjs' : 'same-cjs';
      return module._compile(transformSource(file, source, target, processes.mark('')), file);
    });
  }
}

/** Other functions that return modules are only recorded, except for Orrery's modules that are found under other names. */
function patchOtherKinds(patches: Patches, files: LoadedFiles, map: ModuleMap): void {
  for (const extension of ['.json', '.node']) {
    const standard = commonJs._extensions[extension]!;
    patches.value(commonJs._extensions, extension, (module: CommonJsModule, file: string) => {
      const key = extension === '.json' ? MAPPED.exec(file)?.[1] : undefined;
      if (key !== undefined) {
        module.exports = map[key];
        return;
      }
      files.note(file);
      standard(module, file);
    });
  }
  patches.before(process, 'getBuiltinModule', () => files.noteBuiltin());
}

/** Modules that an ES module requires belong to its process, which its URL identifies. */
function patchCreateRequire(patches: Patches, processes: ProcessModules): void {
  const { createRequire } = Module;
  patches.value(Module, 'createRequire', (from: string | URL) => {
    const require = createRequire(from);
    const url = String(from);
    if (!url.startsWith('file:')) return require;
    const own = (id: string): unknown => processes.asImporterOf(url, () => require(id));
    return Object.assign(own, require);
  });
}

/** The text of a file without a mark of its encoding or the program that runs it. */
function sourceOf(file: string): string {
  const text = real.fs.readFileSync(file, 'utf8');
  return text.replace(/^\uFEFF/, '').replace(/^#!.*/, '');
}

function mentions(source: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => source.includes(key));
}

type LoadCall = Parameters<CommonJsLoader['_load']>;

/** In TypeScript sources, an import of `./x.js` refers to `./x.ts`. */
function resolveTypeScript(
  attempt: () => string,
  [request, parent, ...rest]: Parameters<CommonJsLoader['_resolveFilename']>,
  resolveFilename: CommonJsLoader['_resolveFilename'],
): string {
  try {
    return attempt();
  } catch (error) {
    if (!parent?.filename || !isTypeScript(parent.filename)) throw error;
    for (const other of sourcesOf(request)) {
      try {
        return resolveFilename.call(commonJs, other, parent, ...rest);
      } catch {
        // The first error names what the program asks for.
      }
    }
    throw error;
  }
}

function unknownSubpath(request: string, file: string | null | undefined): OrreryError {
  return new OrreryError(
    'ORR_MODULE_NOT_FOUND',
    `${file ?? 'User code'} requires '${request}', which Orrery does not offer.`,
    { place: { file: file ?? undefined } },
  );
}
