import type { Point } from './campaign_plan.js';
import {
  bootstrapInterval,
  type EstimateInterval,
  quantileInterval,
  wilsonInterval,
} from './interval.js';
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
  { values }: Point,
  results: readonly RunResult[],
  metrics: readonly string[],
  level: number,
): PointSummary {
  const failed = results.filter(({ status }) => status === 'failed').length;
  return {
    values,
    runs: results.length,
    failures: { count: failed, ...wilsonInterval(failed, results.length, level) },
    digests: new Set(results.map(({ digest }) => digest)).size,
    metrics: Object.fromEntries(
      metrics.map((name) => [name, metricSummary(figures(results, name), level)]),
    ),
  };
}

function figures(results: readonly RunResult[], name: string): number[] {
  return results.flatMap(({ metrics }) => {
    const value = metrics[name];
    return typeof value === 'number' ? [value] : [];
  });
}

function metricSummary(values: readonly number[], level: number): MetricSummary | undefined {
  if (values.length === 0) return undefined;
  return {
    count: values.length,
    mean: bootstrapInterval(values, level),
    median: quantileInterval(values, 0.5, level),
    p95: quantileInterval(values, 0.95, level),
    least: values.reduce((a, b) => Math.min(a, b)),
    most: values.reduce((a, b) => Math.max(a, b)),
  };
}
