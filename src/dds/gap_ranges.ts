/** Sequence numbers to come that a writer declared irrelevant, as ranges. */
import { MAX_GAP_RANGES } from './limits.js';
import type { NumberSet } from './number_set.js';

export class GapRanges {
  /** Alternating starts and (exclusive) ends, ascending and disjoint. */
  #ends: number[] = [];

  get isEmpty(): boolean {
    return this.#ends.length === 0;
  }

  /** How many there are. */
  get count(): number {
    return this.#ends.length / 2;
  }

  /** Adds `[start, end)`; false when there are too many ranges. */
  add(start: number, end: number): boolean {
    const ends = this.#ends;
    const joined: number[] = [];
    let [from, to] = [start, end];
    for (let i = 0; i < ends.length; i += 2) {
      const [a, b] = [ends[i]!, ends[i + 1]!];
      if (b < from) joined.push(a, b);
      else if (a > to) {
        joined.push(from, to);
        [from, to] = [a, b];
      } else {
        from = Math.min(from, a);
        to = Math.max(to, b);
      }
    }
    joined.push(from, to);
    if (joined.length > 2 * MAX_GAP_RANGES && joined.length > ends.length) return false;
    this.#ends = joined;
    return true;
  }

  /** The end of the range that holds `sequence`; `sequence` itself when none does. */
  endAt(sequence: number): number {
    const ends = this.#ends;
    for (let i = 0; i < ends.length; i += 2) {
      if (sequence < ends[i]!) return sequence;
      if (sequence < ends[i + 1]!) return ends[i + 1]!;
    }
    return sequence;
  }

  /** Forgets everything below `sequence`. */
  dropBelow(sequence: number): void {
    if (this.#ends.length === 0) return;
    const kept: number[] = [];
    for (let i = 0; i < this.#ends.length; i += 2) {
      if (this.#ends[i + 1]! > sequence) kept.push(this.#ends[i]!, this.#ends[i + 1]!);
    }
    this.#ends = kept;
  }
}

/** The numbers of a set as ranges `[start, end)`. */
export function* runsOf(set: NumberSet): Generator<readonly [start: number, end: number]> {
  let from = -1;
  for (let bit = 0; bit <= set.bits; bit++) {
    const isSet = bit < set.bits && set.has(bit);
    if (isSet && from < 0) from = bit;
    if (!isSet && from >= 0) {
      yield [set.base + from, set.base + bit];
      from = -1;
    }
  }
}
