import { OrreryError } from '../errors/index.js';

/**
 * Time in the kernel is a Number of nanoseconds since the start of the simulation: exact up to
 * 2^53 ns (104 days), and an order of magnitude cheaper than a BigInt on the hot path. Public
 * boundaries speak signed 64-bit nanoseconds (`bigint`).
 */
export const NANOSECONDS_PER_SECOND = 1_000_000_000;
export const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Largest offset the kernel can represent exactly. */
export const LATEST = Number.MAX_SAFE_INTEGER;

/** A moment that never comes. */
export const NEVER = Number.POSITIVE_INFINITY;

/** The earlier of two moments. Captured at load time: looking up a global takes longer than the comparison. */
export const earlier: (a: number, b: number) => number = Math.min;

/** Throws the error for a `next` to which time cannot move. */
export function outOfRange(next: number): never {
  const message = Number.isNaN(next)
    ? 'Something is due at a time that is not a number; a delay, a period or a limit was computed from NaN or undefined.'
    : 'Virtual time would pass 2^53 ns (104 days) since the start, which is more than one run can hold; end it earlier or start it later.';
  throw new OrreryError('ORR_TIME_RANGE', message);
}
