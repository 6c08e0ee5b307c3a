const UNITS: Readonly<Record<string, number>> = {
  ns: 0,
  us: 3,
  µs: 3,
  μs: 3,
  ms: 6,
  s: 9,
};

const DURATION = /^([+-]?)(\d{1,15})(?:\.(\d{1,15}))?\s*(ns|us|µs|μs|ms|s)$/;

/**
 * A duration with its unit, e.g. `80ms`, `1.5 s`, `250us`, as whole ns, computed on the digits;
 * undefined when it is none or not exact in a Number.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', unit = ''] = match;
  const digits = UNITS[unit]!;
  const padded = fraction.padEnd(digits, '0');
  const exact = BigInt(whole + padded.slice(0, digits) || '0');
  const rounded = (padded[digits] ?? '0') >= '5' ? exact + 1n : exact;
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return sign === '-' ? -Number(rounded) : Number(rounded);
}
