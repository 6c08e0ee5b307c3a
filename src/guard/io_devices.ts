import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';

/** What opens or reads a file by its path. */
const SYNC = 'openSync readFileSync readdirSync createReadStream'.split(' ');
const ASYNC = 'open readFile readdir'.split(' ');
/** These always say the same; /dev/shm holds real files. */
const CONSTANT = /^\/dev\/(null|zero|full|stdout|stderr|fd\b|shm\b)/;

/** Devices and the kernel's tables look like files, but say what the machine does: reported. */
export function patchDevices(patches: Patches, leaks: LeakReporter): void {
  const report = (target: object, names: readonly string[], prefix: string) => {
    for (const name of names) {
      patches.before(target, name, (file) => {
        const path = devicePath(file);
        if (path !== undefined) leaks.report('device', `${prefix}${name}('${path}')`);
      });
    }
  };
  report(fs, [...SYNC, ...ASYNC], 'fs.');
  report(fsPromises, ASYNC, 'fs.promises.');
}

function devicePath(file: unknown): string | undefined {
  if (typeof file !== 'string' && !(file instanceof URL)) return undefined;
  const path = typeof file === 'string' ? file : fileURLToPath(file);
  // Nearly every path is something else, and resolving them all would cost.
  if (!/\b(dev|proc|sys)\//.test(path)) return undefined;
  const full = resolve(real.cwd.call(process), path);
  return /^\/(dev|proc|sys)\//.test(full) && !CONSTANT.test(full) ? full : undefined;
}
