import { InvalidArgumentException } from './exceptions.js';

/** The fields of a `builtin_interfaces/msg/Time`. */
export interface TimeMessage {
  /** Seconds since the epoch. */
  sec: number;
  /** Nanoseconds within the second, 0 to 999999999. */
  nanosec: number;
}

/**
 * A time: a `Time` of the client library, the fields of a time message, or ns since the epoch as
 * bigint. Zero stands for the latest that is known.
 */
export type TimeArgument = { readonly nanoseconds: bigint } | TimeMessage | bigint | 0;

/** A span: a `Duration` of the client library, ns as bigint, or ms as number. */
export type DurationArgument = { readonly nanoseconds: bigint } | bigint | number;

const SECOND = 10n ** 9n;

/** A time in ns. Throws {@link InvalidArgumentException} on anything else. */
export function timeNanoseconds(time: TimeArgument): bigint {
  if (typeof time === 'bigint') return time;
  if (time === 0) return 0n;
  if (typeof time === 'object' && time !== null) {
    if ('nanoseconds' in time && typeof time.nanoseconds === 'bigint') return time.nanoseconds;
    if ('sec' in time && Number.isInteger(time.sec) && Number.isInteger(time.nanosec)) {
      return BigInt(time.sec) * SECOND + BigInt(time.nanosec);
    }
  }
  throw new InvalidArgumentException(
    `${describe(time)} is not a valid time; give a Time, {sec, nanosec}, ns as bigint, or 0 for the latest.`,
  );
}

/** A span in ns, not negative. Throws {@link InvalidArgumentException} on anything else. */
export function durationNanoseconds(duration: DurationArgument): bigint {
  const ns = spanOf(duration);
  if (ns !== undefined && ns >= 0n) return ns;
  throw new InvalidArgumentException(
    `${describe(duration)} is not a valid duration; give a Duration, ns as bigint, or ms as number, not negative.`,
  );
}

function spanOf(duration: DurationArgument): bigint | undefined {
  if (typeof duration === 'bigint') return duration;
  if (typeof duration === 'number') {
    const ns = Math.round(duration * 1e6);
    return Number.isSafeInteger(ns) ? BigInt(ns) : undefined;
  }
  return typeof duration?.nanoseconds === 'bigint' ? duration.nanoseconds : undefined;
}

/** As the fields of a time message. */
export function timeMessage(nanoseconds: bigint): TimeMessage {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  return { sec: Number((nanoseconds - rest) / SECOND), nanosec: Number(rest) };
}

/** In seconds with all nine decimals, for people. */
export function inSeconds(nanoseconds: bigint): string {
  const digits = String(nanoseconds < 0n ? -nanoseconds : nanoseconds).padStart(10, '0');
  return `${nanoseconds < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
  }
  return typeof value === 'string' ? `"${value}"` : String(value);
}
