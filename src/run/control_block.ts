import { constants } from 'node:os';

/** Why a run is stopped from outside. */
export type RunStop = 'interrupted' | 'wall';

const REASONS: readonly RunStop[] = ['interrupted', 'wall'];

const STOP = 0;
const SIGNAL = 1;
const SIGNALS = Object.entries(constants.signals) as [NodeJS.Signals, number][];

const NOW = 1;
const CALLBACKS = 2;
const HELD = 3;
const STEPS = 4;
const FINISHING = 5;
const SIZE = 6;

/**
 * Memory shared by a run's thread and the main thread: the run reports its progress there without
 * ever waiting, and reads there that it must stop.
 */
export class ControlBlock {
  readonly shared: SharedArrayBuffer;
  readonly #flags: Int32Array;
  readonly #numbers: Float64Array;

  constructor(shared = new SharedArrayBuffer(SIZE * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#flags = new Int32Array(shared);
    this.#numbers = new Float64Array(shared);
  }

  /** Only the first reason is kept. */
  stop(reason: RunStop): void {
    Atomics.compareExchange(this.#flags, STOP, 0, REASONS.indexOf(reason) + 1);
  }

  /** A signal has arrived: it interrupts the run unless programs listen for it. */
  interrupt(signal: NodeJS.Signals): void {
    Atomics.store(this.#flags, SIGNAL, constants.signals[signal]);
    this.stop('interrupted');
  }

  /** The signal that interrupts the run, if one does. */
  get signal(): NodeJS.Signals | undefined {
    const number = Atomics.load(this.#flags, SIGNAL);
    if (number === 0 || this.stopped !== 'interrupted') return undefined;
    return SIGNALS.find(([, each]) => each === number)?.[0];
  }

  /** A program has handled the signal: the run continues. */
  resume(): void {
    Atomics.store(this.#flags, SIGNAL, 0);
    Atomics.store(this.#flags, STOP, 0);
  }

  /** Why the run must stop, if it must. */
  get stopped(): RunStop | undefined {
    return REASONS[Atomics.load(this.#flags, STOP) - 1];
  }

  report(now: number, callbacks: number, held: boolean): void {
    this.#numbers[NOW] = now;
    this.#numbers[CALLBACKS] = callbacks;
    this.#numbers[HELD] = Number(held);
    this.#numbers[STEPS]!++;
  }

  /** How often the run has reported progress. */
  get steps(): number {
    return this.#numbers[STEPS]!;
  }

  /** The run is over except for completing its files. */
  finish(): void {
    this.#numbers[FINISHING] = 1;
  }

  get finishing(): boolean {
    return this.#numbers[FINISHING] === 1;
  }

  /** Virtual time since the start, in ns. */
  get now(): number {
    return this.#numbers[NOW]!;
  }

  get callbacks(): number {
    return this.#numbers[CALLBACKS]!;
  }

  /** Whether virtual time stands still for a real operation. */
  get held(): boolean {
    return this.#numbers[HELD] === 1;
  }
}
