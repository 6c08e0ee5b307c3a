import { formatPlace, OrreryError } from '../errors/index.js';
import type { ControlBlock, RunStop } from './control_block.js';
import { findHungCallback, type HungCallback } from './find_hung_callback.js';
import { HangWatch } from './hang_watch.js';

/** How long a run that is to end may take to end by itself before its thread is ended. */
const GRACE_MS: Readonly<Record<RunStop, number>> = { wall: 5000, interrupted: 2000 };
/** A thread that gets no processor time is allowed this many times longer. */
const STARVED = 6;
const TICK_MS = 100;

/** The thread of a run, from outside. */
export interface WatchedThread {
  readonly id: number;
  /** Whether the thread has files to complete when a callback does not return. */
  readonly records: boolean;
  readonly kill: () => void;
  /** The named pipe that the thread may be waiting for. */
  readonly pipe: () => string | undefined;
}

/**
 * Ends a run when its wall-clock budget is used up or when asked to; if a callback does not return, ends the thread.
 * Hanging is judged by processor time without a step of the run, so that a busy or suspended machine ends no run,
 * and never while the run is completing its files.
 */
export class StopWatch {
  readonly #block: ControlBlock;
  readonly #seconds: number | undefined;
  readonly #threadId: number;
  readonly #kill: () => void;
  readonly #pipe: () => string | undefined;
  readonly #hangs: HangWatch | undefined;
  #limit: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #error: OrreryError | undefined;

  constructor(block: ControlBlock, thread: WatchedThread, seconds: number | undefined) {
    this.#block = block;
    this.#threadId = thread.id;
    this.#kill = thread.kill;
    this.#pipe = thread.pipe;
    if (thread.records) this.#hangs = new HangWatch(block, thread.id);
    this.#seconds = seconds;
    if (seconds === undefined) return;
    this.#limit = setTimeout(() => this.stop('wall'), seconds * 1000);
  }

  /** Why the thread was ended; undefined: it was not. */
  get error(): OrreryError | undefined {
    return this.#error;
  }

  /**
   * Ends the run after the current callback, or in the middle of it.
   *
   * @param signal - the signal that interrupts the run; programs that listen for it let the run continue
   */
  stop(reason: RunStop, signal?: NodeJS.Signals): void {
    if (signal === undefined) this.#block.stop(reason);
    else this.#block.interrupt(signal);
    if (this.#watch !== undefined) return;
    const grace = GRACE_MS[reason];
    let since = new Moment(this.#block);
    this.#watch = setInterval(() => {
      const now = new Moment(this.#block);
      if (this.#block.stopped === undefined) this.#unwatch();
      else if (now.steps !== since.steps || this.#block.finishing) since = now;
      else if (now.cpu - since.cpu >= grace || now.wall - since.wall >= this.#longest(grace)) {
        this.#unwatch();
        void this.#end(reason);
      }
    }, TICK_MS);
  }

  clear(): void {
    clearTimeout(this.#limit);
    clearInterval(this.#watch);
    this.#hangs?.clear();
  }

  /** A thread that waits for the other end of a pipe takes no processor time. */
  #longest(grace: number): number {
    return this.#pipe() === undefined ? STARVED * grace : grace;
  }

  #unwatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  async #end(reason: RunStop): Promise<void> {
    await this.#hangs?.end();
    const hung = await findHungCallback(this.#threadId);
    // The callback may have returned meanwhile.
    if (this.#block.finishing) return;
    this.#error = errorOf(reason, this.#seconds, describe(hung, this.#pipe()), hung);
    this.#kill();
  }
}

/** How far the run has come, and the time that it has taken, in ms. */
class Moment {
  readonly steps: number;
  readonly wall = performance.now();
  readonly cpu: number;

  constructor({ steps }: ControlBlock) {
    this.steps = steps;
    const { user, system } = process.cpuUsage();
    this.cpu = (user + system) / 1000;
  }
}

function errorOf(
  reason: RunStop,
  seconds: number | undefined,
  who: string,
  hung: HungCallback | undefined,
): OrreryError {
  const place = { ...hung?.place };
  if (reason === 'interrupted') {
    return new OrreryError(
      'ORR_RUN_INTERRUPTED',
      `The run was interrupted and ${who}; its thread was ended.`,
      { place },
    );
  }
  return new OrreryError(
    'ORR_WALL_LIMIT',
    `The wall-clock budget of ${seconds} s is used up and ${who}; its thread was ended.`,
    { place },
  );
}

function describe(hung: HungCallback | undefined, pipe: string | undefined): string {
  if (hung === undefined && pipe !== undefined) {
    return `its thread does not answer: perhaps it waits for the other end of the pipe ${pipe}`;
  }
  if (hung === undefined) {
    return 'its thread does not answer: it waits, runs native code or collects garbage';
  }
  const { label, place, functionName } = hung;
  if (place === undefined) return 'it has not come to its end, though no code of the user runs';
  const what = label === undefined ? 'the program' : `the callback of ${label}`;
  return `${what} has not returned at ${formatPlace(place)}${functionName === '' ? '' : ` (${functionName})`}`;
}
