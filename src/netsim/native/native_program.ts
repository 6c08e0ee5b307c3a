import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OrreryError } from '../../errors/index.js';
import { outside, real } from '../../guard/index.js';

// A run looks for its programs in places that guarded functions would not find.
const { fs, os, crypto, childProcess } = real;

/** A program in C or C++ that comes as source and is compiled where it is used. */
export interface NativeProgram {
  readonly name: string;
  /** Folder below `native/`. */
  readonly folder: string;
  readonly source: string;
  readonly compiler: 'cc' | 'c++';
  readonly options: readonly string[];
  readonly libraries: readonly string[];
  /** How to install what it needs. */
  readonly needs: string;
}

/** Longest compilation in ms. */
const PATIENCE = 300_000;

/** The folder `native` of the project; bundles stand directly in the folder of their room. */
function sources(folder: string): string {
  for (const up of ['../../native/', '../../../native/']) {
    const found = fileURLToPath(new URL(`${up}${folder}`, import.meta.url));
    if (fs.existsSync(found)) return found;
  }
  throw new OrreryError(
    'ORR_NATIVE_BUILD',
    `The folder native/${folder} is missing from this installation of Orrery; install it again.`,
  );
}

/** The path of this version of a compiled program; it depends on everything that the program is made of. */
function target({ name, folder, compiler, options, libraries }: NativeProgram): string {
  const hash = crypto.createHash('sha256').update(JSON.stringify([compiler, options, libraries]));
  const directory = sources(folder);
  for (const file of fs.readdirSync(directory).sort())
    hash.update(fs.readFileSync(join(directory, file)));
  const cache = join(os.homedir(), '.cache');
  return join(cache, 'orrery', `${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** The compiled program; undefined if it has not been compiled. */
export function builtProgram(program: NativeProgram): string | undefined {
  const file = target(program);
  return fs.existsSync(file) ? file : undefined;
}

/**
 * Compiles a program unless it is compiled already.
 *
 * @returns its file
 * @throws OrreryError `ORR_NATIVE_BUILD`
 */
export function buildProgram(program: NativeProgram): string {
  const file = target(program);
  if (fs.existsSync(file)) return file;
  // The file appears under its name only when complete, even if two processes compile it at once.
  const partial = `${file}.${real.pid}`;
  const source = join(sources(program.folder), program.source);
  try {
    fs.mkdirSync(join(file, '..'), { recursive: true });
    outside(() =>
      childProcess.execFileSync(
        program.compiler,
        [...program.options, '-o', partial, source, ...program.libraries],
        { stdio: ['ignore', 'ignore', 'pipe'], timeout: PATIENCE, maxBuffer: 1 << 24 },
      ),
    );
    fs.renameSync(partial, file);
  } catch (cause) {
    fs.rmSync(partial, { force: true });
    throw new OrreryError(
      'ORR_NATIVE_BUILD',
      `${program.name} cannot be compiled (${firstError(cause as Error)}); it needs ${program.needs}.`,
      { cause },
    );
  }
  return file;
}

/** The compiler's first complaint, or why it did not start. */
function firstError(failure: Error & { readonly stderr?: Buffer | null }): string {
  const lines = (failure.stderr?.toString() ?? '').split('\n');
  const line = lines.find((each) => /error|cannot find/i.test(each)) ?? failure.message;
  return line.split('\n')[0]!.trim().slice(0, 200);
}
