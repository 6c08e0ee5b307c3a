import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type AnyFunction, copyProperties } from './holds.js';
import type { LeakReporter, NoticedLeak } from './leaks.js';
import type { Patches } from './patches.js';
import type { VirtualWorld } from './virtual_world.js';

/** Where the standard input of a run comes from. */
export interface StandardInput {
  /** Whether the input arrives during the run, from outside the virtual world. */
  readonly live: boolean;
  /** The whole input. @throws OrreryError `ORR_STDIN` if the run has none */
  all(): Uint8Array;
  /** Input that arrived from outside since the last call; undefined if none did, null at the end. */
  take(): Uint8Array | null | undefined;
}

type World = Pick<VirtualWorld, 'process' | 'schedule' | 'setKeepAlive'>;
type Options = { readonly encoding?: BufferEncoding | null } | BufferEncoding | null | undefined;

/** The most bytes that one callback gets, as from a pipe. */
const PIECE = 65_536;
/** How often a run in real time looks for input, in ns of virtual time. */
const LOOK_NS = 10e6;
const NAMES: ReadonlySet<unknown> = new Set([0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/**
 * Replaces `process.stdin` and the functions that read file descriptor 0, if the run has a `source` of its own. Each simulated
 * process reads the same bytes from the beginning, each piece in an event of its own at the virtual time of the request. In real
 * time the stream passes on what arrives, which is reported.
 */
export function patchStandardInput(
  patches: Patches,
  world: World,
  leaks: LeakReporter,
  source: () => StandardInput | undefined,
): void {
  const inputs = new Map<string, ProcessInput>();
  const input = () => {
    const name = world.process();
    let found = inputs.get(name);
    if (found === undefined) {
      found = new ProcessInput(world, leaks, source()!);
      inputs.set(name, found);
    }
    return found;
  };
  patches.eachRun(() => {
    inputs.clear();
    if (source() !== undefined) patches.getter(process, 'stdin', () => input().stream);
  });
  // In real time, file descriptor 0 is the machine's, and reading it is reported.
  const isOwn = (file: unknown) => NAMES.has(file) && source()?.live === false;
  patchFileDescriptor(patches, world, input, isOwn);
}

function patchFileDescriptor(
  patches: Patches,
  world: World,
  input: () => ProcessInput,
  isOwn: (file: unknown) => boolean,
): void {
  const wrap = (target: object, name: string, read: Read) => {
    const fn = Reflect.get(target, name) as AnyFunction;
    patches.value(target, name, answered(fn, isOwn, read));
  };
  const whole = (options: Options) => {
    const bytes = Buffer.from(input().next(Number.POSITIVE_INFINITY));
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? bytes.toString(encoding) : bytes;
  };
  const later = (work: () => unknown[], done: AnyFunction) => {
    world.schedule(0, () => {
      let answer: unknown[];
      try {
        answer = [null, ...work()];
      } catch (error) {
        answer = [error];
      }
      done(...answer);
    });
  };
  wrap(fs, 'readFileSync', (_, options: Options) => whole(options));
  wrap(fs, 'readSync', (_, ...values: unknown[]) => {
    const target = targetOf(values);
    return fill(target, input().next(target.byteLength));
  });
  wrap(fs, 'readFile', (_, ...values: unknown[]) => {
    const options = values.length > 1 ? (values[0] as Options) : undefined;
    later(() => [whole(options)], values.at(-1) as AnyFunction);
  });
  wrap(fs, 'read', (_, ...values: unknown[]) => {
    const [first] = values;
    const buffer = first instanceof Function ? Buffer.alloc(16_384) : bufferOf(first);
    const target = targetOf([buffer, ...values.slice(1, -1)]);
    const work = () => [fill(target, input().next(target.byteLength)), buffer];
    later(work, values.at(-1) as AnyFunction);
  });
  wrap(fsPromises, 'readFile', (_, options: Options) => {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, bytes: unknown) => (error ? reject(error) : resolve(bytes));
      later(() => [whole(options)], done);
    });
  });
  const { createReadStream } = fs;
  patches.methods(fs, {
    createReadStream(...values: Parameters<typeof createReadStream>) {
      const [file, options] = values;
      const fd = typeof options === 'object' ? options?.fd : undefined;
      if (!isOwn(fd) && !isOwn(file)) return createReadStream(...values);
      const { stream } = input();
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding ? stream.setEncoding(encoding) : stream;
    },
  });
}

type Read = (...values: never[]) => unknown;

/** Like `fn`, but `read` answers calls whose first argument `isOwn`. */
function answered(fn: AnyFunction, isOwn: (file: unknown) => boolean, read: Read): AnyFunction {
  const either = function (this: unknown, ...values: never[]) {
    return isOwn(values[0]) ? read(...values) : (fn.apply(this, values) as unknown);
  };
  // Includes the property that makes `util.promisify(fs.read)` return an object.
  return copyProperties(either, fn);
}

/** The standard input of one process. */
class ProcessInput {
  readonly #world: World;
  readonly #leaks: LeakReporter;
  readonly #source: StandardInput;
  /** The leak that a run in real time reports once the stream is read. */
  #noticed: NoticedLeak | undefined;
  #stream: Readable | undefined;
  #position = 0;
  #keepAlive = true;

  constructor(world: World, leaks: LeakReporter, source: StandardInput) {
    [this.#world, this.#leaks, this.#source] = [world, leaks, source];
  }

  /** The next bytes, at most `most`. */
  next(most: number): Uint8Array {
    const bytes = this.#source.all().subarray(this.#position, this.#position + most);
    this.#position += bytes.length;
    return bytes;
  }

  get stream(): Readable {
    if (this.#source.live) this.#noticed ??= this.#leaks.notice('device', 'process.stdin');
    this.#stream ??= this.#open();
    return this.#stream;
  }

  #open(): Readable {
    const stream = new Readable({ highWaterMark: PIECE, read: () => this.#ask(stream, 0) });
    const keepAlive = (value: boolean) => () => {
      this.#keepAlive = value;
      return stream;
    };
    return Object.assign(stream, { fd: 0, ref: keepAlive(true), unref: keepAlive(false) });
  }

  #ask(stream: Readable, delay: number): void {
    const handle = this.#world.schedule(delay, () => {
      if (stream.destroyed) return;
      try {
        this.#pass(stream);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    if (!this.#keepAlive) this.#world.setKeepAlive?.(handle, false);
  }

  #pass(stream: Readable): void {
    if (!this.#source.live) {
      const bytes = this.next(PIECE);
      stream.push(bytes.length === 0 ? null : Buffer.from(bytes));
      return;
    }
    if (this.#noticed !== undefined) this.#leaks.add(this.#noticed);
    this.#noticed = undefined;
    const bytes = this.#source.take();
    if (bytes === undefined) this.#ask(stream, LOOK_NS);
    else stream.push(bytes === null ? null : Buffer.from(bytes));
  }
}

/** The arguments of `fs.read`, after the descriptor, in all its forms. */
function targetOf([first, second, third]: readonly unknown[]): Uint8Array {
  const buffer = bufferOf(first);
  const named = [first, second].find(
    (value) => typeof value === 'object' && value !== null && !ArrayBuffer.isView(value),
  ) as { readonly offset?: number; readonly length?: number } | undefined;
  const offset = named?.offset ?? (typeof second === 'number' ? second : 0);
  const length = named?.length ?? (typeof third === 'number' ? third : undefined);
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return bytes.subarray(offset, length === undefined ? undefined : offset + length);
}

function bufferOf(value: unknown): ArrayBufferView {
  return ArrayBuffer.isView(value) ? value : (value as { buffer: ArrayBufferView }).buffer;
}

function fill(target: Uint8Array, bytes: Uint8Array): number {
  target.set(bytes);
  return bytes.length;
}
