import fs, { type Dir, type Dirent, type Stats } from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type AnyFunction, Holds } from './holds.js';
import type { LeakKind, LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';

/** Functions of `node:fs` that take a callback; `readdir` and the `stat`s are special. */
const CALLBACKS = (
  'access appendFile chmod chown close copyFile cp exists fchmod fchown fdatasync fsync ' +
  'ftruncate futimes glob lchmod lchown link lutimes mkdir mkdtemp open opendir read readFile ' +
  'readlink readv realpath rename rm rmdir statfs symlink truncate unlink utimes write ' +
  'writeFile writev'
).split(' ');
const PROMISES = (
  'access appendFile chmod chown copyFile cp lchmod lchown link lutimes mkdir mkdtemp opendir ' +
  'readFile readlink realpath rename rm rmdir statfs symlink truncate unlink utimes writeFile'
).split(' ');
const HANDLE = (
  'appendFile chmod chown close datasync read readFile readv stat sync truncate utimes write ' +
  'writeFile writev'
).split(' ');
const STATS = ['stat', 'lstat', 'fstat'];
const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'];
/** Numbers that the file system gives a file. */
const IDENTITY = ['dev', 'ino', 'uid', 'gid', 'blksize', 'blocks'];

/**
 * Asynchronous file operations hold time; directories are listed in name order; reading a
 * file's times, and watching files, is reported. Synchronous calls need no hold.
 */
export function patchFiles(patches: Patches, holder: Holder, leaks: LeakReporter): void {
  const holds = new Holds(patches, holder);
  holds.callbacks(fs, CALLBACKS, 'fs.');
  holds.promises(fsPromises, PROMISES, 'fs.promises.');
  const adaptStats = (stats: unknown) => reportStats(stats as Stats, leaks);
  const adapted = (what: string, fn: AnyFunction, adapt: (value: never) => unknown) => {
    const held = holds.withPromise(fn, what, adapt as (value: unknown) => unknown);
    return { held, callback: calledBack(held) };
  };
  for (const name of [...STATS, 'readdir']) {
    const adapt = name === 'readdir' ? sortEntries : adaptStats;
    const key = name as 'stat';
    const own = (real.fsPromises as Record<string, unknown>)[name] ?? promisify(real.fs[key]);
    const { held, callback } = adapted(`fs.${name}`, own as AnyFunction, adapt as never);
    if (name in fsPromises) patches.methods(fsPromises, { [name]: held });
    patches.methods(fs, {
      [name]: callback,
      [`${name}Sync`]: (...values: unknown[]) => {
        const sync = real.fs[`${name}Sync` as 'statSync'] as AnyFunction;
        return (adapt as AnyFunction)(sync(...values));
      },
    });
  }
  patches.value(fs.exists, promisify.custom, existsPromise);
  const open = holds.withPromise(real.fsPromises.open, 'fs.promises.open', (handle) =>
    holdHandle(handle as FileHandle, holds, adaptStats),
  );
  patches.methods(fsPromises, { open });
  readInPlace(patches);
  readBlobs(patches, holds);
}

/** Iterating over a directory takes no time: its entries are read on demand. */
function readInPlace(patches: Patches): void {
  const prototype = fs.Dir.prototype as Dir & Record<PropertyKey, unknown>;
  async function* entries(this: Dir) {
    try {
      for (let entry = this.readSync(); entry !== null; entry = this.readSync()) yield entry;
    } finally {
      this.closeSync();
    }
  }
  const answer = (fn: 'readSync' | 'closeSync') =>
    function (this: Dir, callback?: AnyFunction) {
      const result = new Promise((resolve) => {
        resolve(this[fn]());
      });
      if (callback === undefined) return result;
      calledBack(() => result)(callback);
      return undefined;
    };
  patches.methods(prototype, { read: answer('readSync'), close: answer('closeSync'), entries });
  patches.value(prototype, Symbol.asyncIterator, entries);
}

/** Blobs may stand for files; their streams return the whole content on the first read. */
function readBlobs(patches: Patches, holds: Holds): void {
  holds.promises(Blob.prototype, ['arrayBuffer', 'bytes', 'text'], 'Blob.');
  patches.methods(Blob.prototype, {
    stream(this: Blob) {
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const content = new Uint8Array(await this.arrayBuffer());
        if (content.length > 0) controller.enqueue(content);
        controller.close();
      };
      return new ReadableStream({ pull }, { highWaterMark: 0 });
    },
  });
}

/** A callback API over a held promise API; Node rejects a bad callback. */
function calledBack(held: AnyFunction): AnyFunction {
  return (...values: unknown[]) => {
    const callback = values.pop();
    if (typeof callback !== 'function') return real.fs.stat('/', callback as never);
    held(...values).then(
      (value: unknown) => process.nextTick(callback as AnyFunction, null, value),
      (error: unknown) => process.nextTick(callback as AnyFunction, error),
    );
  };
}

const existsPromise = (path: string) =>
  new Promise((resolve) => {
    fs.exists(path, resolve);
  });

/** Only handles that user code opened hold time; Orrery's own do not. */
function holdHandle(
  handle: FileHandle,
  holds: Holds,
  adaptStats: (value: unknown) => unknown,
): FileHandle {
  for (const name of HANDLE) {
    const fn = (handle as FileHandle & Record<string, AnyFunction>)[name];
    if (fn === undefined) continue;
    const adapt = name === 'stat' ? adaptStats : undefined;
    const value = holds.withPromise(fn, `FileHandle.${name}`, adapt);
    Object.defineProperty(handle, name, { value, configurable: true, writable: true });
  }
  return handle;
}

/** The file system lists a directory in an arbitrary order. */
function sortEntries(entries: (string | Buffer | Dirent)[]): (string | Buffer | Dirent)[] {
  const key = (entry: string | Buffer | Dirent): string => {
    if (typeof entry === 'string') return entry;
    if (Buffer.isBuffer(entry)) return entry.toString('latin1');
    return `${entry.parentPath ?? ''}/${entry.name}`;
  };
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Replaces values that depend on the moment and the file system with getters that report. */
function reportStats<T extends Stats | undefined>(stats: T, leaks: LeakReporter): T {
  if (stats === undefined) return stats; // throwIfNoEntry: false
  for (const name of TIMES) {
    const ms = Reflect.get(stats, `${name}Ms`) as number | bigint;
    const ns = Reflect.get(stats, `${name}Ns`) as bigint | undefined;
    // Not read from `stats`, because Node makes it unchangeable when it is read.
    const date = new real.Date(Number(ms));
    reportProperty(stats, name, date, 'file-time', leaks);
    reportProperty(stats, `${name}Ms`, ms, 'file-time', leaks);
    if (ns !== undefined) reportProperty(stats, `${name}Ns`, ns, 'file-time', leaks);
  }
  for (const name of IDENTITY) {
    reportProperty(stats, name, Reflect.get(stats, name), 'file-identity', leaks);
  }
  return stats;
}

function reportProperty(
  stats: Stats,
  name: string,
  initial: unknown,
  kind: LeakKind,
  leaks: LeakReporter,
): void {
  let value = initial;
  let assigned = false;
  Object.defineProperty(stats, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      if (!assigned) leaks.report(kind, `fs.Stats.${name}`);
      return value;
    },
    set: (next: unknown) => {
      assigned = true;
      value = next;
    },
  });
}
