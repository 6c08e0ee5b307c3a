import { OrreryError } from '../errors/index.js';

const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 60e9,
  h: 3600e9,
};

/** `20s`, `1.5min`, `250ms`; a bare number is seconds. Returns ns. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ns|us|ms|s|min|h)?$/.exec(text.trim());
  if (match === null) {
    throw new OrreryError(
      'ORR_DURATION',
      `"${text}" is no duration; write a number and ns, us, ms, s, min or h, e.g. 20s.`,
    );
  }
  return Math.round(Number(match[1]) * UNITS[match[2] ?? 's']!);
}
