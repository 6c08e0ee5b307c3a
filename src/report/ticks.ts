/** Positions on an axis, and their labels. */
export interface Ticks {
  readonly values: readonly number[];
  /** Labels with enough digits to distinguish neighbours, however far from zero they are. */
  readonly labels: readonly string[];
}

/**
 * About `most` round numbers in a range.
 *
 * @param range - finite, and wider than the resolution of the numbers in it
 */
export function ticks([low, high]: readonly [number, number], most = 6): Ticks {
  const span = high - low;
  const unit = 10 ** Math.floor(Math.log10(span));
  const step = [0.1, 0.2, 0.5, 1, 2, 5].map((k) => k * unit).find((s) => span / s <= most) ?? span;
  const first = Math.ceil(low / step);
  const count = Math.min(most + 1, Math.floor(high / step) - first + 1);
  const values = Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
  const digits = Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return { values, labels: values.map((value) => label(value, step, digits)) };
}

function label(value: number, step: number, digits: number): string {
  const size = Math.abs(value);
  if (size >= 1e12 || (size > 0 && size < 1e-6)) {
    const significant = Math.ceil(Math.log10(size / step)) + 2;
    return String(Number(value.toPrecision(Math.min(17, Math.max(1, significant)))));
  }
  return String(Number(value.toFixed(digits)));
}
