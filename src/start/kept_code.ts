import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

// Captured before any program can replace them.
const [read, pathOf, Code, checksum] = [readFileSync, fileURLToPath, Script, crc32];

/** The folder of the build: bundles, scripts and what is kept of them. */
const dist = pathOf(new URL('..', import.meta.url));
/** What V8 says of its version, its flags and the processor: it refuses code that was kept under another number. */
const keptFolder = join(dist, 'code', `${process.arch}-${cachedDataVersionTag().toString(16)}`);

/** The last bytes of a file of kept code are its checksum. */
const CHECKSUM_BYTES = 4;
/** Code is kept for so many versions and flags of V8; others compile each time. */
const MOST_FOLDERS = 8;

interface CompiledScript {
  readonly script: Script;
  readonly text: Buffer;
  readonly path: string;
}
/** Of this thread, those of which no code was kept. */
const compiled: CompiledScript[] = [];

/** What a script is: a function that exports what the module beside it exports, in its order. */
type ScriptBody = (
  address: string,
  load: (name: string) => Promise<unknown>,
  imports: readonly unknown[],
) => readonly unknown[];

/**
 * Runs a script that the build has made of a module.
 *
 * @param address - of the script
 * @param load - imports what the script needs later
 * @param imports - what the script has imported, in its order
 * @returns what the script exports, in its order
 */
export function loadCode(
  address: string,
  load: (name: string) => Promise<unknown>,
  imports: readonly unknown[],
): readonly unknown[] {
  const file = pathOf(address);
  const text = read(file);
  const path = join(keptFolder, file.slice(dist.length).replaceAll(/[\\/]/g, '.'));
  const cachedData = codeOf(text, path);
  const script = new Code(text.toString('latin1'), { filename: address, cachedData });
  if (cachedData === undefined) compiled.push({ script, text, path });
  return (script.runInThisContext() as ScriptBody)(address, load, imports);
}

/**
 * Keeps what V8 has compiled of the scripts that it had to compile in this thread. Where the folder of the build
 * cannot be written, nothing is kept.
 */
export function keepCode(): void {
  const scripts = compiled.splice(0);
  try {
    if (scripts.length === 0 || !hasRoom()) return;
    mkdirSync(keptFolder, { recursive: true });
    for (const { script, text, path } of scripts) {
      const code = script.createCachedData();
      const end = Buffer.alloc(CHECKSUM_BYTES);
      end.writeUInt32LE(checksumOf(text, code));
      write(path, Buffer.concat([code, end]));
    }
  } catch {
    // A later process compiles again.
  }
}

/**
 * What V8 has compiled of this text; undefined if the text, the code or the folder, which stacks name, is not what it
 * was then. V8 itself checks only lengths, and damaged code ends the process.
 */
function codeOf(text: Buffer, path: string): Buffer | undefined {
  let kept: Buffer;
  try {
    kept = read(path);
  } catch {
    return undefined;
  }
  if (kept.length < CHECKSUM_BYTES) return undefined;
  const end = kept.length - CHECKSUM_BYTES;
  const code = kept.subarray(0, end);
  return kept.readUInt32LE(end) === checksumOf(text, code) ? code : undefined;
}

function checksumOf(text: Buffer, code: Buffer): number {
  return checksum(code, checksum(text, checksum(dist)));
}

function hasRoom(): boolean {
  try {
    const folders = readdirSync(dirname(keptFolder));
    return folders.length < MOST_FOLDERS || folders.includes(basename(keptFolder));
  } catch {
    return true;
  }
}

/** Other processes and threads see the whole file or none. */
function write(path: string, bytes: Buffer): void {
  const partial = `${path}.${process.pid}-${threadId}`;
  try {
    writeFileSync(partial, bytes);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
