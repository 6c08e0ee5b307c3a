import type { Point } from './campaign_plan.js';
import { type EstimateInterval, meanInterval, wilsonInterval } from './interval.js';
import { quantileInterval } from './quantile_interval.js';
import type { RunResult } from './run_result.js';

/** A metric over all runs of a point. */
export interface MetricSummary {
  readonly count: number;
  readonly mean: EstimateInterval;
  readonly median: EstimateInterval;
  readonly p95: EstimateInterval;
  readonly least: number;
  readonly most: number;
}

/** The results of a point of a campaign. */
export interface PointSummary {
  readonly values: Point['values'];
  readonly runs: number;
  readonly failures: EstimateInterval & { readonly count: number };
  /** Number of different runs; seeds that changed nothing count once. */
  readonly digests: number;
  /** By name; undefined where no run has the figure. */
  readonly metrics: Readonly<Record<string, MetricSummary | undefined>>;
}

/** Summarises the results of one point, in the order of their seeds. */
export function summarize(
  point: Point,
  results: readonly RunResult[],
  metrics: readonly string[],
  level: number,
): PointSummary {
  const tally = new PointTally(point, metrics);
  for (const result of results) tally.add(result);
  return tally.summary(level);
}

/** Counts the results of one point, of which it keeps only what the summary needs. */
export class PointTally {
  readonly #values: Point['values'];
  readonly #figures: ReadonlyMap<string, number[]>;
  readonly #digests = new Set<string>();
  #runs = 0;
  #failed = 0;

  constructor({ values }: Point, metrics: readonly string[]) {
    this.#values = values;
    this.#figures = new Map(metrics.map((name) => [name, []]));
  }

  add({ status, digest, metrics }: RunResult): void {
    this.#runs++;
    if (status === 'failed') this.#failed++;
    this.#digests.add(digest);
    for (const [name, figures] of this.#figures) {
      const value = metrics[name];
      if (typeof value === 'number') figures.push(value);
    }
  }

  summary(level: number): PointSummary {
    const [runs, count] = [this.#runs, this.#failed];
    return {
      values: this.#values,
      runs,
      failures: { count, ...wilsonInterval(count, runs, level) },
      digests: this.#digests.size,
      metrics: Object.fromEntries(
        [...this.#figures].map(([name, figures]) => [name, metricSummary(figures, level)]),
      ),
    };
  }
}

function metricSummary(values: readonly number[], level: number): MetricSummary | undefined {
  if (values.length === 0) return undefined;
  return {
    count: values.length,
    mean: meanInterval(values, level),
    median: quantileInterval(values, 0.5, level),
    p95: quantileInterval(values, 0.95, level),
    least: values.reduce((a, b) => Math.min(a, b)),
    most: values.reduce((a, b) => Math.max(a, b)),
  };
}
