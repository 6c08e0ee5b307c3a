import type { DebugSession, DebugTarget } from '../debug/index.js';
import { OrreryError } from '../errors/index.js';
import { parseLongDuration } from '../kernel/index.js';

/** A run lasts less than this many ns: a longer time is a time of day. */
const LONGEST_RUN = 2n ** 53n;

/** `#91`, or a time: since the start, e.g. `12.34s`, or as in stamps, e.g. `1700000012.34`. */
export function debugTarget(
  text: string,
  { history }: Pick<DebugSession, 'history'>,
  node?: string,
): DebugTarget {
  const number = /^#(\d+)$/.exec(text)?.[1];
  if (number !== undefined) return { callback: Number(number) };
  const time = stampOf(text) ?? history.start + durationOf(text);
  return { time, ...(node === undefined ? {} : { node }) };
}

/** Seconds since the epoch, exactly. */
function stampOf(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,9}))?\s*s?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const stamp = BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
  return stamp > LONGEST_RUN ? stamp : undefined;
}

function durationOf(text: string): bigint {
  try {
    return parseLongDuration(text);
  } catch {
    throw new OrreryError(
      'ORR_DEBUG_TARGET',
      `"${text}" is not a point of a run; give a time, e.g. 12.34s, or a callback, e.g. #91.`,
    );
  }
}
