import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';
import { standsStill } from './stands_still.js';
import type { ProcessInput } from './thread_protocol.js';

/** How often to look whether a process sleeps; ms. */
const LOOK_MS = 1;

/**
 * Whether a process may still have to take what it was given, although it has answered what it was asked behind that.
 *
 * Of what is ready, an executor takes timers first, then subscriptions, services, clients and the rest, each kind in the
 * order in which it was made: so services of parameters go before all other services. With one thread, three answers are
 * enough: the first may belong to a look that began before the input was there, the second may come before it in the same
 * look. With several, another thread looks again while one answers; then the next question goes first, too. So no number
 * of answers says anything about an input that goes behind the questions.
 *
 * What does is the response, if it was there before the last answer; otherwise a moment at which all threads sleep. No
 * executor sleeps while there is something to take and its group of callbacks is free; so the input has been taken, and the
 * next answer comes when its callback is over.
 */
export class UntakenInput {
  /** The calls of the run that have no response, with their numbers. */
  readonly #calls: ReadonlyMap<string, number>;
  #input: ProcessInput | undefined;
  /** Whether it was known to be taken when the last question was answered. */
  #isProven = true;

  constructor(calls: ReadonlyMap<string, number>) {
    this.#calls = calls;
  }

  /** The process is given this, for one of its endpoints. */
  begin(input: ProcessInput, to: Mirrored | undefined): void {
    const isBehind = input.kind !== 'message' || to?.name.includes('/_action/') === true;
    this.#input = 'handle' in input && isBehind ? input : undefined;
    this.#isProven = this.#input === undefined;
  }

  get #isAnswered(): boolean {
    const input = this.#input;
    return input?.kind === 'request' && ![...this.#calls.values()].includes(input.number);
  }

  /** The last open question was answered. */
  answered(): void {
    this.#isProven = this.#input === undefined || this.#isAnswered;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /** Waits until the input has certainly been taken, so that it is over with the next answer; no longer than this. */
  async taken(
    awaited: Awaited,
    pid: number | undefined,
    isStopped: () => boolean,
    patienceMs: number,
  ): Promise<void> {
    const isTaken = () => isStopped() || this.#isAnswered || standsStill(pid);
    await awaited.until(isTaken, patienceMs, LOOK_MS);
    this.#input = undefined;
  }
}
