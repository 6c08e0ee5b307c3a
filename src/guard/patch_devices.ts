import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';

/** Functions that take a path first and reveal something about the file. */
const ASYNC =
  'access copyFile cp exists lstat open openAsBlob opendir readFile readdir readlink realpath stat'.split(
    ' ',
  );
const SYNC = [...ASYNC.map((name) => `${name}Sync`), 'createReadStream', 'readSync'];
/** These always give the same answers; /dev/shm holds real files. */
const CONSTANT = /^\/dev\/(null|zero|full|stdout|stderr|fd\b|shm\b)/;
const IMAGINARY = /^\/(dev|proc|sys)(\/|$)/;

/**
 * Devices and the kernel's tables look like files but reveal what the machine does, so they are
 * reported.
 */
export function patchDevices(patches: Patches, leaks: LeakReporter): void {
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
}

/** The device or table behind a path, also through symbolic links; standard input is one. */
function devicePath(file: unknown): string | undefined {
  if (file === 0) return '/dev/stdin';
  if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file))
    return undefined;
  const named = file instanceof URL ? fileURLToPath(file) : String(file);
  const path = resolve(real.cwd.call(process), named);
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
