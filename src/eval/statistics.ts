/** Summary of a list of errors, in their unit (`sse` in its square). */
export interface Statistics {
  readonly rmse: number;
  readonly mean: number;
  readonly median: number;
  /** Population standard deviation (division by n). */
  readonly std: number;
  readonly min: number;
  readonly max: number;
  readonly sse: number;
}

/** Summarises at least one error. */
export function statistics(errors: Float64Array): Statistics {
  const n = errors.length;
  let sum = 0;
  let sse = 0;
  for (const e of errors) {
    sum += e;
    sse += e * e;
  }
  const mean = sum / n;
  let deviation = 0;
  for (const e of errors) deviation += (e - mean) * (e - mean);
  const sorted = errors.slice().sort();
  const half = n >> 1;
  return {
    rmse: Math.sqrt(sse / n),
    mean,
    median: n % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2,
    std: Math.sqrt(deviation / n),
    min: sorted[0]!,
    max: sorted[n - 1]!,
    sse,
  };
}
