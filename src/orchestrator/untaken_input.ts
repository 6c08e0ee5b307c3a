import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';
import { standsStill } from './stands_still.js';
import type { ProcessInput } from './thread_protocol.js';

/** How often to check whether a process sleeps; ms. */
const LOOK_MS = 1;

/**
 * Whether a process may not have taken its input yet, although it has answered the questions sent after the input.
 *
 * Among ready entities, an executor takes timers first, then subscriptions, services, clients and the rest, each kind in
 * the order of creation: so parameter services precede all other services. With one thread, three answers are enough: the
 * first may belong to a round that began before the input arrived, the second may precede the input in the same round. With
 * several threads, another one begins a new round while one answers; then the next question is taken first again. So no
 * number of answers proves anything about an input that is taken after the questions.
 *
 * The proof is the response to the input, if it came before the last answer; otherwise a moment at which all threads sleep.
 * No executor sleeps while there is something to take and its callback group is free; so the input has been taken, and the
 * next answer comes when its callback is over.
 */
export class UntakenInput {
  /** The run's calls without a response, with their numbers. */
  readonly #calls: ReadonlyMap<string, number>;
  #input: ProcessInput | undefined;
  /** Whether the input was known to be taken when the last question was answered. */
  #isProven = true;

  constructor(calls: ReadonlyMap<string, number>) {
    this.#calls = calls;
  }

  /** Called when the process is given an input, for one of its endpoints. */
  begin(input: ProcessInput, to: Mirrored | undefined): void {
    const isBehind = input.kind !== 'message' || to?.name.includes('/_action/') === true;
    this.#input = 'handle' in input && isBehind ? input : undefined;
    this.#isProven = this.#input === undefined;
  }

  get #isAnswered(): boolean {
    const input = this.#input;
    return input?.kind === 'request' && ![...this.#calls.values()].includes(input.number);
  }

  /** Called when the last open question was answered. */
  answered(): void {
    this.#isProven = this.#input === undefined || this.#isAnswered;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /**
   * Waits, for a limited time, until the input has certainly been taken, so that its callback is
   * over with the next answer.
   */
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
