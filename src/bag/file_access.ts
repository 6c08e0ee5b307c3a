/**
 * The file system as this room sees it. The functions are captured when the module loads,
 * because the guard may replace what user code sees of `node:fs` later.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';

export const {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} = fs;

const { mkdirSync } = fs;

/** The real process id, for names of temporary files. */
export const processId = process.pid;

/**
 * Makes a folder and its parents, like `mkdirSync` with `recursive`, which reports a read-only file system as a
 * missing folder.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    makeFolder(parent);
    // Another process may have made it meanwhile.
    mkdirSync(path, { recursive: true });
  }
}

/** Describes why a file system call failed. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EEXIST: 'it already exists',
    EISDIR: 'it is a directory',
    EMFILE: 'too many open files',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'no such file or directory',
    ENOSPC: 'no space left on the device',
    ENOTDIR: 'a part of the path is not a directory',
    EPERM: 'operation not permitted',
    EROFS: 'the file system is read-only',
  };
  if (code !== undefined && known[code] !== undefined) return `${known[code]} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
