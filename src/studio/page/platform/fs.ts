/** The parts of `node:fs` that read files, for mounted files. */
import { type MountedFile, mountedFile, namesIn } from './mounted_files.js';

const open: (MountedFile | undefined)[] = [];

class MissingFile extends Error {
  readonly code = 'ENOENT';
}

function found(path: string): MountedFile {
  const file = mountedFile(path);
  if (file === undefined) throw new MissingFile(`ENOENT: no such file, ${path}`);
  return file;
}

export function existsSync(path: string): boolean {
  return mountedFile(path) !== undefined || namesIn(path).length > 0;
}

export function statSync(path: string) {
  const isDirectory = mountedFile(path) === undefined && namesIn(path).length > 0;
  return {
    size: isDirectory ? 0 : found(path).size,
    isFile: () => !isDirectory,
    isDirectory: () => isDirectory,
  };
}

export function openSync(path: string): number {
  return open.push(found(path)) - 1;
}

export function fstatSync(descriptor: number) {
  return { size: open[descriptor]!.size };
}

export function readSync(
  descriptor: number,
  bytes: Uint8Array,
  at: number,
  length: number,
  offset: number,
): number {
  const read = open[descriptor]!.read(offset, length);
  bytes.set(read, at);
  return read.length;
}

export function closeSync(descriptor: number): void {
  open[descriptor] = undefined;
}

export function readFileSync(path: string, encoding?: string): string | Uint8Array {
  const file = found(path);
  const bytes = file.read(0, file.size);
  return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
}

export function readdirSync(path: string): string[] {
  return namesIn(path);
}

function readOnly(): never {
  throw new Error('The page writes no files.');
}

export {
  readOnly as ftruncateSync,
  readOnly as mkdirSync,
  readOnly as mkdtempSync,
  readOnly as renameSync,
  readOnly as rmSync,
  readOnly as statfsSync,
  readOnly as unlinkSync,
  readOnly as writeFileSync,
  readOnly as writeSync,
};

/** For modules that import all of `node:fs`. */
export default { readdirSync, readFileSync, statSync };
