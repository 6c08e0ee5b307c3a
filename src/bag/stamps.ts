const halves = new DataView(new ArrayBuffer(8));

/** A time in ns as the two halves of a uint64: a BigInt for every message would be slow. */
export class Stamp {
  low = 0;
  high = 0;

  /** As one number. */
  get time(): bigint {
    halves.setInt32(0, this.low, true);
    halves.setInt32(4, this.high, true);
    return halves.getBigUint64(0, true);
  }

  set(time: bigint): void {
    halves.setBigUint64(0, time, true);
    this.low = halves.getInt32(0, true);
    this.high = halves.getInt32(4, true);
  }
}

/** The range from the earliest to the latest of some times. */
export class TimeRange {
  start = 0n;
  end = 0n;

  widen(time: bigint, isFirst: boolean): void {
    if (isFirst || time < this.start) this.start = time;
    if (isFirst || time > this.end) this.end = time;
  }
}
