import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OrreryError } from '../../errors/index.js';
import { Patches } from '../patches.js';
import { real } from '../real.js';
import { holdInstalled } from '../tickets.js';
import { EsmEntries } from './esm_entries.js';
import { loadError } from './load_errors.js';
import { type Asked, LoadedFiles } from './loaded_files.js';
import type { ModuleMap } from './module_map.js';
import { commonJs, patchCommonJs } from './patch_common_js.js';
import { ProcessModules } from './process_modules.js';
import { forgetLoader, noteLoader } from './replaced_loader.js';
import { formatOf } from './source_format.js';

const IMPORT = Symbol.for('orrery.import');

/** Options of {@link createLoader}. */
export interface LoaderOptions {
  /** Packages and paths that user code gets from Orrery instead of the disk. */
  readonly resolve: ModuleMap;
}

/** Loads user files into the guarded realm. */
export interface UserLoader {
  /**
   * Loads `file` as Node runs a main script: `require.main === module` holds and `process.argv`
   * is `[execPath, file, ...args]`. Returns its exports (CommonJS) or namespace (ES module). A
   * CommonJS file has been evaluated when the call returns; an ES module may await virtual
   * time while it is evaluated. `onEvaluate` is called once, when everything has been read
   * and user code starts, with whether that may await at its top level: until then, real I/O is under way.
   *
   * @throws OrreryError `ORR_MODULE_NOT_FOUND`, `ORR_MODULE_SYNTAX`, `ORR_MODULE_SETTINGS`,
   *   `ORR_MODULE_KIND`; errors of the module itself during its evaluation pass unchanged.
   */
  loadUserModule(
    file: string,
    args?: readonly string[],
    onEvaluate?: (mayAwait: boolean) => void,
  ): Promise<unknown>;
  /** Modules that are loaded from now on belong to this process: only a process of the same name shares them. */
  enterProcess(name: string): void;
  /** The files of user code that were loaded since the last call: absolute paths, sorted. */
  takeLoadedFiles(): string[];
  /**
   * Forgets what was loaded at the end of a run; the next run loads everything anew.
   *
   * @returns what the loaded files asked for
   */
  forget(): Asked;
  /** Removes the hooks of `require`. Hooks of ES modules stay for the life of the thread. */
  dispose(): void;
}

/** Hooks the module loaders of this thread. One per thread. */
export function createLoader({ resolve }: LoaderOptions): UserLoader {
  const patches = new Patches();
  const files = new LoadedFiles();
  const entries = new EsmEntries(resolve, files);
  const processes = new ProcessModules();
  const onModule = () => entries.begin();
  patchCommonJs(patches, resolve, { processes, files, onModule });
  noteLoader();
  patches.publish();
  const importFrom = (specifier: unknown, parentUrl: string, options?: ImportCallOptions) =>
    holdImport((onEvaluate) =>
      entries.import(String(specifier), parentUrl, onEvaluate, options?.with),
    );
  patches.value(globalThis, IMPORT, importFrom);
  return {
    async loadUserModule(file, args = [], onEvaluate = () => {}) {
      const full = path.resolve(file);
      try {
        const source = readMain(full);
        process.argv = [process.execPath, full, ...args];
        if (formatOf(full, source) === 'module') {
          const url = processes.mark(pathToFileURL(full).href);
          return await entries.import(url, import.meta.url, () => onEvaluate(true));
        }
        onEvaluate(false);
        return commonJs._load(full, null, true);
      } catch (error) {
        throw loadError(full, error);
      }
    },
    enterProcess: (name) => processes.enter(name),
    takeLoadedFiles: () => files.take(),
    forget: () => {
      processes.forget();
      Reflect.deleteProperty(process, 'mainModule');
      return files.forget();
    },
    dispose: () => {
      forgetLoader();
      patches.restore();
    },
  };
}

/**
 * Holds time until the module is evaluated, or, if it awaits something at top level, until its
 * evaluation waits: what it awaits may be virtual time.
 */
function holdImport(start: (onEvaluate: () => void) => Promise<unknown>): Promise<unknown> {
  const settle = holdInstalled('import()');
  let released = false;
  const release = (deliver: () => void) => {
    if (released) deliver();
    else settle(deliver);
    released = true;
  };
  return new Promise((resolve, reject) => {
    start(() => {
      real.setImmediate(() => {
        if (!released) release(() => {});
      });
    }).then(
      (namespace) => release(() => resolve(namespace)),
      (error) => release(() => reject(error)),
    );
  });
}

function readMain(file: string): string {
  if (!/\.(?:[cm]?[jt]s|tsx)$/.test(file) && path.extname(file) !== '') throw unknownKind(file);
  let source: string;
  try {
    const entry = real.fs.statSync(file);
    // Opening a named pipe means waiting for its other end, and a device may never end.
    if (!entry.isFile() && !entry.isDirectory()) {
      throw Object.assign(new Error(), { code: 'it is not a regular file' });
    }
    source = real.fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new OrreryError(
      'ORR_MODULE_NOT_FOUND',
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); check the path.`,
      { place: { file }, cause: error },
    );
  }
  // Packages install programs without an extension; their first line says what runs them.
  if (path.extname(file) === '' && !/^#!.*\bnode\b/.test(source)) throw unknownKind(file);
  return source.replace(/^#!.*/, '');
}

function unknownKind(file: string): OrreryError {
  return new OrreryError(
    'ORR_MODULE_KIND',
    `${file} is not a .js, .cjs, .mjs, .ts, .tsx, .cts or .mts file and does not begin with #!/usr/bin/env node; give a node's source file.`,
    { place: { file } },
  );
}
