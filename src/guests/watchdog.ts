import type { Worker } from 'node:worker_threads';
import { outside, real } from '../guard/index.js';
import { WATCHDOG_CODE } from './watchdog_code.js';

/** Indices into the memory that a guest's session shares with the watchdog. */
const PID = 0;
const TURN = 1;
const HUNG = 2;
const PLACES = 3;
/** In the place of a turn: the guest is gone. */
const GONE = -1;

/** Why a guest was ended that did not give back its turn: its patience is used up, or the run is to end. */
export type HangReason = 'patience' | 'interrupted' | 'wall';

/** In the order of the numbers that the watchdog writes, from 1. */
const REASONS: readonly HangReason[] = ['patience', 'interrupted', 'wall'];

/** How long a guest that has the turn may continue when the run is to end, in ms, by the number of the reason. */
const GRACE_MS = [0, 2000, 5000];

/** One guest, as the watchdog sees it. */
export class Watched {
  readonly #shared = new SharedArrayBuffer(PLACES * 4);
  readonly #at = new Int32Array(this.#shared);
  #turns = 0;

  get shared(): SharedArrayBuffer {
    return this.#shared;
  }

  isProcess(pid: number): void {
    Atomics.store(this.#at, PID, pid);
  }

  /** Marks that the guest has the turn. */
  begin(): void {
    this.#turns = (this.#turns % 0x7fff_ffff) + 1;
    Atomics.store(this.#at, TURN, this.#turns);
  }

  end(): void {
    Atomics.store(this.#at, TURN, 0);
  }

  /** Marks that there is nothing to watch any more. */
  gone(): void {
    Atomics.store(this.#at, TURN, GONE);
  }

  /** Why it has been killed, if it did not stop by itself. */
  get hung(): HangReason | undefined {
    return REASONS[Atomics.load(this.#at, HUNG) - 1];
  }
}

/**
 * Ends guests that keep the turn for too long; sooner when the run is to end. It counts the time that a guest
 * computes or waits for something real, but not the time that it waits for a busy machine. Its thread begins with the first
 * guest. Starting it takes as long as a small run, so that a thread that makes many runs has one for all of them.
 */
export class Watchdog {
  #worker: Worker | undefined;

  /**
   * @param patienceSeconds - for how long it may keep the turn
   * @param stop - begins with a number that is 1 or 2 when the run is interrupted or its budget is used up
   */
  watch(patienceSeconds: number, stop?: SharedArrayBuffer): Watched {
    this.#worker ??= start();
    const watched = new Watched();
    this.#worker.postMessage({ shared: watched.shared, patience: patienceSeconds * 1000, stop });
    return watched;
  }

  /** Settles when its thread has ended. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function start(): Worker {
  const { Worker: RealWorker } = real.workerThreads;
  const workerData = { grace: GRACE_MS };
  const worker = outside(() => new RealWorker(WATCHDOG_CODE, { eval: true, workerData, env: {} }));
  worker.unref();
  return worker;
}
