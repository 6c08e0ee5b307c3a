/** Why a run is stopped from outside. */
export type RunStop = 'interrupted' | 'wall';

const REASONS: readonly RunStop[] = ['interrupted', 'wall'];

const STOP = 0;
const NOW = 1;
const CALLBACKS = 2;

/**
 * Memory shared by a run's thread and the main thread: the run reports its progress there without
 * ever waiting, and sees there that it is to stop.
 */
export class ControlBlock {
  readonly shared: SharedArrayBuffer;
  readonly #flags: Int32Array;
  readonly #numbers: Float64Array;

  constructor(shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#flags = new Int32Array(shared);
    this.#numbers = new Float64Array(shared);
  }

  /** The first reason counts. */
  stop(reason: RunStop): void {
    Atomics.compareExchange(this.#flags, STOP, 0, REASONS.indexOf(reason) + 1);
  }

  /** Why the run must stop, if it must. */
  get stopped(): RunStop | undefined {
    return REASONS[Atomics.load(this.#flags, STOP) - 1];
  }

  report(now: number, callbacks: number): void {
    this.#numbers[NOW] = now;
    this.#numbers[CALLBACKS] = callbacks;
  }

  /** Virtual time since the start, in ns. */
  get now(): number {
    return this.#numbers[NOW]!;
  }

  get callbacks(): number {
    return this.#numbers[CALLBACKS]!;
  }
}
