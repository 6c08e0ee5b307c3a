import { OrreryError } from '../errors/index.js';
import { LATEST } from './time.js';

/** ns by unit. */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  min: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const DURATION = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?\s*(ns|us|µs|μs|ms|s|min|h)?$/;

/**
 * Reads a duration as people write it, e.g. `80ms`, `1.5min`, `2h`, `5 µs`, into ns. It is computed from the digits,
 * and halves are rounded away from zero. Without a unit it is seconds, as everywhere in ROS 2. Undefined for any
 * other text.
 */
export function readDuration(text: string): bigint | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', unit = 's'] = match;
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * (UNITS[unit] ?? 0n);
  const nanoseconds = (scaled + scale / 2n) / scale;
  return sign === '-' ? -nanoseconds : nanoseconds;
}

/**
 * Like {@link readDuration}, for a duration of any length that must not be negative.
 *
 * @throws OrreryError `ORR_DURATION`
 */
export function parseLongDuration(text: string): bigint {
  const nanoseconds = readDuration(text);
  if (nanoseconds !== undefined && nanoseconds >= 0n) return nanoseconds;
  throw new OrreryError(
    'ORR_DURATION',
    `"${text}" is not a valid duration; write a number and ns, us, ms, s, min or h, e.g. 20s.`,
  );
}

/**
 * Like {@link readDuration}, for a part of a run, in ns that a Number holds exactly.
 *
 * @throws OrreryError `ORR_DURATION` also when it is longer than a run can be
 */
export function parseDuration(text: string): number {
  const nanoseconds = parseLongDuration(text);
  if (nanoseconds <= BigInt(LATEST)) return Number(nanoseconds);
  throw new OrreryError(
    'ORR_DURATION',
    `The duration "${text}" is longer than a run can be; give at most 104 days.`,
  );
}
