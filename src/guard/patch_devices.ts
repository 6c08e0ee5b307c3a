import fs, { constants } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';

/** Called for each named pipe that the program opens; `reads` says whether it is opened for reading. */
export type PipeOpened = (path: string, reads: boolean) => void;

/** Functions that take a path first and reveal something about the file. */
const ASYNC =
  'access copyFile cp exists lstat open openAsBlob opendir readFile readdir readlink realpath stat'.split(
    ' ',
  );
const SYNC = [...ASYNC.map((name) => `${name}Sync`), 'createReadStream', 'readSync'];
/** These always give the same answers; /dev/shm holds real files. */
const CONSTANT = /^\/dev\/(null|zero|full|stdout|stderr|fd\b|shm\b)/;
/** Functions that open the file, which waits for the other end of a named pipe. */
const OPENING = 'appendFile copyFile cp open openAsBlob readFile truncate writeFile'.split(' ');
/** Opening functions that read their first argument. */
const READING = /^(copyFile|cp|openAsBlob|readFile|createReadStream)(Sync)?$/;
const STREAMS = ['createReadStream', 'createWriteStream'];
/** Often pipes; data written there leaves the process in any case. */
const OWN_OUTPUT = /^\/dev\/(stdout|stderr|fd\/[12])$/;
const IMAGINARY = /^\/(dev|proc|sys)(\/|$)/;

/**
 * Devices and the kernel's tables look like files but reveal what the machine does, so they are
 * reported.
 */
export function patchDevices(patches: Patches, leaks: LeakReporter, pipeOpened: PipeOpened): void {
  const report = (target: object, names: readonly string[], prefix: string) => {
    for (const name of names) {
      patches.before(target, name, (file) => {
        const path = devicePath(file);
        if (path !== undefined) leaks.report('device', `${prefix}${name}('${path}')`);
      });
    }
  };
  report(fs, [...SYNC, ...ASYNC, 'read'], 'fs.');
  report(fsPromises, ASYNC, 'fs.promises.');
  const reportPipes = (target: object, names: readonly string[], prefix: string) => {
    for (const name of names) {
      patches.before(target, name, (...args) => {
        for (const [index, file] of args.slice(0, 2).entries()) {
          const path = pipePath(file);
          if (path === undefined) continue;
          leaks.report('device', `${prefix}${name}('${path}')`);
          pipeOpened(path, isRead(name, index, args[1]));
        }
      });
    }
  };
  reportPipes(fs, [...OPENING.flatMap((name) => [name, `${name}Sync`]), ...STREAMS], 'fs.');
  reportPipes(fsPromises, OPENING, 'fs.promises.');
}

/** The named pipe that is opened, whose other end is outside the run. */
function pipePath(file: unknown): string | undefined {
  const path = pathOf(file);
  if (path === undefined || OWN_OUTPUT.test(path)) return undefined;
  try {
    return real.fs.statSync(path, { throwIfNoEntry: false })?.isFIFO() ? path : undefined;
  } catch {
    return undefined; // Node reports that itself
  }
}

/** Whether this function of `fs` reads from the file that is its argument of this index. */
function isRead(name: string, index: number, flags: unknown): boolean {
  if (READING.test(name)) return index === 0;
  if (!/^open(Sync)?$/.test(name)) return false;
  if (typeof flags === 'number') return (flags & 3) !== constants.O_WRONLY;
  return typeof flags !== 'string' || /^r|\+/.test(flags);
}

function pathOf(file: unknown): string | undefined {
  if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file)) {
    return undefined;
  }
  const named = file instanceof URL ? fileURLToPath(file) : String(file);
  return resolve(real.cwd.call(process), named);
}

/** The device or table behind a path, also through symbolic links; standard input is one. */
function devicePath(file: unknown): string | undefined {
  if (file === 0) return '/dev/stdin';
  const path = pathOf(file);
  if (path === undefined) return undefined;
  if (IMAGINARY.test(path)) return CONSTANT.test(path) ? undefined : path;
  for (const each of [path, dirname(path)]) {
    const target = targetOf(each);
    if (target !== undefined && IMAGINARY.test(target)) {
      return CONSTANT.test(target) ? undefined : target;
    }
  }
  return undefined;
}

function targetOf(path: string): string | undefined {
  try {
    return real.fs.realpathSync.native(path);
  } catch {
    return undefined; // it does not exist: Node reports that itself
  }
}
