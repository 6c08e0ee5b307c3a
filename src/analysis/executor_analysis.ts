import type { CallbackStatistics } from './callback_statistics.js';
import { type PriorityInversion, PriorityInversions } from './priority_inversions.js';
import { ReadyQueue } from './ready_queue.js';
import type { PlacedCallback, RunTrace } from './run_trace.js';

type ExecutorDescription = RunTrace['system']['executors'][number];

/** The analysis of one executor. Times are in ns. */
export interface ExecutorAnalysis {
  readonly name: string;
  readonly policy: string;
  readonly callbacks: number;
  /** By thread: the part of the run in which it ran callbacks. */
  readonly utilisation: readonly number[];
  /** Ready callbacks that waited: their mean number over the run, and the most at one time. */
  readonly meanReady: number;
  readonly longestReady: number;
}

/** Collects what one executor did, in two passes over the trace. */
export class ExecutorStatistics {
  readonly description: ExecutorDescription;
  readonly members: CallbackStatistics[] = [];
  readonly #busy: number[];
  #callbacks = 0;
  #waited = 0;
  #longestRun = 0;
  #longestResponse = 0;
  #queue: ReadyQueue | undefined;
  #inversions: PriorityInversions | undefined;

  constructor(description: ExecutorDescription) {
    this.description = description;
    this.#busy = new Array<number>(description.threads).fill(0);
  }

  /** Adds a callback in the first pass. */
  add({ fields: { thread, duration, waited } }: PlacedCallback): void {
    this.#callbacks++;
    this.#busy[thread] = (this.#busy[thread] ?? 0) + duration;
    this.#waited += waited;
    if (duration > this.#longestRun) this.#longestRun = duration;
    if (duration + waited > this.#longestResponse) this.#longestResponse = duration + waited;
  }

  /** Longest time from start to end of any of its callbacks. */
  get longestRun(): number {
    return this.#longestRun;
  }

  /** Adds a callback in the second pass, after the first one is complete. */
  addAgain(of: CallbackStatistics, { ready, start, end }: PlacedCallback): void {
    if (this.#queue === undefined) {
      this.#queue = new ReadyQueue(this.#longestResponse);
      const levels = new Set(this.members.map(({ priority }) => priority ?? 0));
      if (levels.size > 1) {
        const { name } = this.description;
        this.#inversions = new PriorityInversions(name, this.#longestRun, this.#longestResponse);
      }
    }
    this.#queue.add(ready, start, end);
    this.#inversions?.add({ of, ready, start, end });
  }

  /** @param length - of the run, ns */
  analysis(length: number): ExecutorAnalysis {
    this.#queue?.finish();
    const { name, policy } = this.description;
    const part = (time: number) => (length === 0 ? 0 : time / length);
    return {
      ...{ name, policy, callbacks: this.#callbacks },
      utilisation: this.#busy.map(part),
      meanReady: part(this.#waited),
      longestReady: this.#queue?.longest ?? 0,
    };
  }

  inversions(): PriorityInversion[] {
    return this.#inversions?.finish() ?? [];
  }
}
