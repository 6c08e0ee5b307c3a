/** Times and durations on the wire: seconds and 2^-32 parts of one, as two 32-bit numbers. */

const PARTS = 2 ** 32;

/** Nanoseconds as parts of a second. Rounded up, since some peers round down when they read them. */
export function nsToParts(ns: number): number {
  return Math.min(PARTS - 1, Math.ceil((ns * PARTS) / 1e9));
}

/** Parts of a second as the nearest nanosecond: right for peers that round up and down. */
export function partsToNs(parts: number): number {
  return Math.round((parts * 1e9) / PARTS);
}

/** The duration of two numbers of the wire, in ns; `Infinity` for the infinite one. */
export function durationNs(seconds: number, parts: number): number {
  if (seconds === 0x7fffffff) return Number.POSITIVE_INFINITY;
  return (seconds | 0) * 1e9 + partsToNs(parts);
}

/** Seconds and parts of a duration in ns; a duration that is too long becomes infinite. */
export function durationParts(ns: number): [seconds: number, parts: number] {
  if (!(ns < 0x7fffffff * 1e9)) return [0x7fffffff, 0xffffffff];
  const seconds = Math.floor(ns / 1e9);
  return [seconds, nsToParts(ns - seconds * 1e9)];
}

/** Relates the engine's time, ns since some start, to the time of day. */
export class Epoch {
  readonly #seconds: number;
  readonly #ns: number;

  /** @param atZero ns since 1970 when the engine's time is 0 */
  constructor(atZero: bigint) {
    this.#seconds = Number(atZero / 1_000_000_000n);
    this.#ns = Number(atZero % 1_000_000_000n);
  }

  seconds(now: number): number {
    return this.#seconds + Math.floor((this.#ns + now) / 1e9);
  }

  nanoseconds(now: number): number {
    const ns = this.#ns + now;
    return ns - Math.floor(ns / 1e9) * 1e9;
  }
}
