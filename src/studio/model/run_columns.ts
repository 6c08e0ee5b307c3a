/** Callback numbers may exceed the number of records by this factor, plus a margin. */
const NUMBERS_PER_RECORD = 4;
const MORE_NUMBERS = 1 << 16;

/** What is kept about one callback; times in ns since the start of the run. */
export interface ColumnRow {
  readonly number: number;
  readonly entity: number;
  readonly start: number;
  readonly duration: number;
  readonly waited: number;
  readonly cause: number;
  readonly thread: number;
  readonly overwritten: number;
}

/** The memory of {@link RunColumns}, which can be transferred between threads. */
export interface ColumnArrays {
  readonly start: Float64Array<ArrayBuffer>;
  readonly duration: Float32Array<ArrayBuffer>;
  readonly waited: Float32Array<ArrayBuffer>;
  readonly cause: Uint32Array<ArrayBuffer>;
  /** Index of the entity in the run's list, plus one; 0: the callback does not exist. */
  readonly entity: Uint16Array<ArrayBuffer>;
  readonly thread: Uint8Array<ArrayBuffer>;
  /** Inputs that were overwritten before it; 255: as many or more. */
  readonly overwritten: Uint8Array<ArrayBuffer>;
}

/**
 * The callbacks of a run by number, in columns of 24 bytes per callback. Durations and waits have 24 bits of
 * precision, which is enough for drawing; the trace has the exact ones.
 */
export class RunColumns {
  arrays: ColumnArrays;
  /** The highest callback number. */
  count = 0;
  /** The number of records with an impossible callback number. */
  refused = 0;
  readonly #most: number;

  /** @param records - the number of records, as far as it is known */
  constructor(records: number) {
    this.#most = records * NUMBERS_PER_RECORD + MORE_NUMBERS;
    this.arrays = allocate(records);
  }

  add(row: ColumnRow): void {
    const { number } = row;
    if (!(number >= 1 && number <= this.#most) || row.entity >= 65_535) {
      this.refused++;
      return;
    }
    if (number > this.arrays.start.length) this.#grow(number);
    if (number > this.count) this.count = number;
    const { start, duration, waited, cause, entity, thread, overwritten } = this.arrays;
    const at = number - 1;
    start[at] = row.start;
    duration[at] = row.duration;
    waited[at] = row.waited;
    cause[at] = row.cause;
    entity[at] = row.entity + 1;
    thread[at] = Math.min(255, row.thread);
    overwritten[at] = Math.min(255, row.overwritten);
  }

  #grow(number: number): void {
    const larger = allocate(Math.min(this.#most, Math.max(number, this.arrays.start.length * 2)));
    const old: Readonly<Record<string, Float64Array>> = this.arrays as never;
    for (const [name, column] of Object.entries(larger)) column.set(old[name]);
    this.arrays = larger;
  }
}

function allocate(length: number): ColumnArrays {
  return {
    start: new Float64Array(length),
    duration: new Float32Array(length),
    waited: new Float32Array(length),
    cause: new Uint32Array(length),
    entity: new Uint16Array(length),
    thread: new Uint8Array(length),
    overwritten: new Uint8Array(length),
  };
}
