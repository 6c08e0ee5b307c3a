import type { CallbackStatistics } from './callback_statistics.js';

/**
 * How often and how long a callback waited while less urgent ones of its executor ran. Times in ns.
 */
export interface PriorityInversion {
  readonly node: string;
  readonly name: string;
  readonly executor: string;
  readonly priority: number;
  /** The number of callbacks that waited in this way. */
  readonly count: number;
  /** How many of them were ready when a less urgent one was started. */
  readonly passedOver: number;
  readonly total: number;
  readonly longest: number;
  /** The callback that blocked for the longest total time: `/node name`. */
  readonly by: string;
}

/** One callback, identified by its statistics. Times in ns. */
interface Run {
  readonly of: CallbackStatistics;
  readonly ready: number;
  readonly start: number;
  readonly end: number;
}

interface Found {
  count: number;
  passedOver: number;
  total: number;
  longest: number;
  readonly by: Map<CallbackStatistics, number>;
}

/**
 * Finds priority inversions of one executor: time in which a callback was ready and did not run
 * while a callback of lower priority did. Runs are added in the order of their ends; those that are
 * needed again are kept.
 */
export class PriorityInversions {
  readonly #executor: string;
  readonly #longestRun: number;
  readonly #horizon: number;
  readonly #kept: number;
  readonly #found = new Map<CallbackStatistics, Found>();
  /** Ended runs, oldest first; those before `#judged` have been judged. */
  #runs: Run[] = [];
  #judged = 0;

  /**
   * @param longestRun - longest execution time of the executor's callbacks, in ns
   * @param horizon - longest response time, in ns
   * @param kept - judged runs that are kept before any is dropped
   */
  constructor(executor: string, longestRun: number, horizon: number, kept = 4096) {
    this.#executor = executor;
    this.#longestRun = longestRun;
    this.#horizon = horizon;
    this.#kept = kept;
  }

  add(run: Run): void {
    this.#runs.push(run);
    this.#judge(run.end);
    // A run is needed as long as another one that waited for it may still be added.
    if (this.#judged < this.#kept || this.#judged * 2 < this.#runs.length) return;
    const oldest = run.end - 2 * this.#horizon - this.#longestRun;
    let drop = 0;
    while (drop < this.#judged && this.#runs[drop]!.end < oldest) drop++;
    if (drop * 2 < this.#judged) return;
    this.#runs = this.#runs.slice(drop);
    this.#judged -= drop;
  }

  finish(): PriorityInversion[] {
    this.#judge(Number.POSITIVE_INFINITY);
    return [...this.#found].map(([{ entity, priority }, { by, ...figures }]) => {
      let who = '';
      let most = 0;
      for (const [{ entity: other }, time] of by) {
        if (time <= most) continue;
        most = time;
        who = `${other.node} ${other.name}`;
      }
      const { node, name } = entity;
      return { node, name, executor: this.#executor, priority: priority ?? 0, ...figures, by: who };
    });
  }

  /** Judges the runs that no later run can have blocked. */
  #judge(now: number): void {
    for (;;) {
      const run = this.#runs[this.#judged];
      if (run === undefined || run.start + this.#longestRun > now) return;
      if (run.start > run.ready) this.#judgeRun(run);
      this.#judged++;
    }
  }

  #judgeRun({ of, ready, start }: Run): void {
    const own = of.priority ?? 0;
    let time = 0;
    let passedOver = false;
    for (let i = this.#runs.length - 1; i >= 0; i--) {
      const other = this.#runs[i]!;
      if (other.end <= ready) break;
      if ((other.of.priority ?? 0) >= own) continue;
      const shared = Math.min(start, other.end) - Math.max(ready, other.start);
      if (shared <= 0) continue;
      time += shared;
      passedOver ||= other.start >= ready;
      const { by } = this.#of(of);
      by.set(other.of, (by.get(other.of) ?? 0) + shared);
    }
    if (time === 0) return;
    const found = this.#of(of);
    found.count++;
    if (passedOver) found.passedOver++;
    found.total += time;
    found.longest = Math.max(found.longest, time);
  }

  #of(of: CallbackStatistics): Found {
    let found = this.#found.get(of);
    if (found === undefined) {
      found = { count: 0, passedOver: 0, total: 0, longest: 0, by: new Map() };
      this.#found.set(of, found);
    }
    return found;
  }
}
