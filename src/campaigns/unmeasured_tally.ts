import { counted } from '../errors/index.js';
import type { RunResult } from './run_result.js';

const SILENT = 'has no value in any run: nothing is there to measure.';

/** A metric that has no value in any run, or in some runs one that is not a number. */
export interface Unmeasured {
  readonly metric: string;
  /** What is wrong, as the end of a sentence that begins with the metric. */
  readonly why: string;
  /** In how many runs its value is not a number, which a mean leaves out; 0: no run has a value. */
  readonly odd: number;
}

interface Tally {
  without: number;
  odd: number;
  /** The first reason. */
  oddValue?: string;
  unknown?: string;
}

/** Finds metrics that no run has, and values that a mean would leave out in silence. */
export class UnmeasuredTally {
  readonly #metrics: ReadonlyMap<string, Tally>;
  #runs = 0;

  constructor(metrics: readonly string[]) {
    this.#metrics = new Map(metrics.map((name) => [name, { without: 0, odd: 0 }]));
  }

  add({ metrics, notNumbers = {}, unknown = {} }: RunResult): void {
    this.#runs++;
    for (const [name, tally] of this.#metrics) {
      if (typeof metrics[name] === 'number') continue;
      tally.without++;
      const odd = notNumbers[name];
      if (odd !== undefined) {
        tally.odd++;
        tally.oddValue ??= odd;
      }
      const why = unknown[name];
      if (why !== undefined) tally.unknown ??= why;
    }
  }

  /** In the order of the metrics. A topic that only some runs lack, or that is silent in some, is a result. */
  found(): Unmeasured[] {
    return [...this.#metrics].flatMap(([metric, { without, odd, oddValue, unknown = SILENT }]) => {
      if (odd > 0) return [{ metric, why: `is ${oddValue} in ${counted(odd, 'run')}.`, odd }];
      return without > 0 && without === this.#runs ? [{ metric, why: unknown, odd }] : [];
    });
  }
}

/** A line about what lacks values. */
export function unmeasuredLine({ metric, why, odd }: Unmeasured): string {
  return `${odd > 0 ? 'NOT A NUMBER' : 'NOT MEASURED'}: ${metric} ${why}`;
}
