const halves = new DataView(new ArrayBuffer(8));

/**
 * A time in ns as the two halves of a uint64. Many messages share the same time, and splitting a
 * BigInt is slow.
 */
export class Stamp {
  time = 0n;
  low = 0;
  high = 0;

  /** Returns whether the time has changed. */
  set(time: bigint): boolean {
    if (time === this.time) return false;
    this.time = time;
    halves.setBigUint64(0, time, true);
    this.low = halves.getInt32(0, true);
    this.high = halves.getInt32(4, true);
    return true;
  }
}

/** From the earliest to the latest of some times. */
export class TimeRange {
  start = 0n;
  end = 0n;

  widen(time: bigint, isFirst: boolean): void {
    if (isFirst || time < this.start) this.start = time;
    if (isFirst || time > this.end) this.end = time;
  }
}
