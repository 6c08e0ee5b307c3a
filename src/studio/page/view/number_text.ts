/** Numbers as plots show them, however small or large they are. */

/** Labels with more digits would not fit beside an axis. */
const MOST_DIGITS = 6;

/** A number with enough digits to distinguish it from its neighbours in most series. */
export function shortText(value: number): string {
  return String(Number(value.toPrecision(MOST_DIGITS)));
}

/** Labels of an axis with enough digits to distinguish them; very large and very small numbers have an exponent. */
export function textsOf(values: readonly number[]): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const step = Math.abs((values[1] ?? 0) - (values[0] ?? 0)) || largest || 1;
  const isPlain = largest < 1e6 && step >= 1e-4;
  const digits = Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return values.map((value) => {
    if (isPlain) return String(Number(value.toFixed(digits)));
    if (Math.abs(value) < step / 2) return '0';
    const significant = Math.ceil(Math.log10(Math.abs(value) / step)) + 1;
    return String(Number(value.toPrecision(Math.min(17, Math.max(1, significant))))).replace(
      'e+',
      'e',
    );
  });
}
