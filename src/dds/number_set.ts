/** SequenceNumberSet and FragmentNumberSet: a base and a bitmap of up to 256 bits. */

import { MAX_SEQUENCE_NUMBER } from './limits.js';
import { rejection } from './rejection.js';
import type { WireReader } from './wire_reader.js';

/** Bits of a set, as RTPS bounds it. */
export const SET_BITS = 256;

/** A set of numbers `base … base + 255`; one object is used again and again. */
export class NumberSet {
  base = 0;
  /** Number of bits that count. */
  bits = 0;
  readonly words = new Uint32Array(SET_BITS / 32);

  /** Empties the set. */
  clear(base: number): void {
    this.base = base;
    this.bits = 0;
    this.words.fill(0);
  }

  /** Adds `number`; false when it is beyond the bitmap. */
  add(number: number): boolean {
    const bit = number - this.base;
    if (bit < 0 || bit >= SET_BITS) return false;
    this.words[bit >> 5]! |= 0x80000000 >>> (bit & 31);
    if (bit >= this.bits) this.bits = bit + 1;
    return true;
  }

  /** Whether bit number `bit` is set. */
  has(bit: number): boolean {
    return (this.words[bit >> 5]! & (0x80000000 >>> (bit & 31))) !== 0;
  }

  get isEmpty(): boolean {
    for (let bit = 0; bit < this.bits; bit++) if (this.has(bit)) return false;
    return true;
  }

  /** Bytes of a sequence number set with these bits on the wire. */
  get sequenceBytes(): number {
    return 12 + 4 * ((this.bits + 31) >> 5);
  }

  /** Reads a SequenceNumberSet. A base of 0 is allowed: some implementations send it before they know of any sample. */
  readSequences(reader: WireReader): void {
    const base = reader.sequence();
    if (!(base < MAX_SEQUENCE_NUMBER)) throw rejection('sequence_number');
    this.#readBits(reader, base);
  }

  /** Reads a FragmentNumberSet. */
  readFragments(reader: WireReader): void {
    const base = reader.u32();
    if (base === 0) throw rejection('number_set');
    this.#readBits(reader, base);
  }

  #readBits(reader: WireReader, base: number): void {
    const bits = reader.u32();
    if (bits > SET_BITS) throw rejection('number_set');
    this.clear(base);
    this.bits = bits;
    const words = (bits + 31) >> 5;
    for (let i = 0; i < words; i++) this.words[i] = reader.u32();
  }
}
