import { MESSAGE_PREFIX_BYTES, OP, RECORD_HEADER_BYTES } from './mcap_records.js';

// Captured at load time: a guard may change `Math`.
const { clz32 } = Math;

/** Words of an entry before those of its message: channel, sequence, time, length, bits of the present words. */
export const HEAD_WORDS = 6;
/** In place of a channel id: the entry holds the number of bytes, then unfolded MCAP records. */
export const AS_THEY_ARE = 0;

/** Bytes of a message record before its data. */
export const MESSAGE_HEAD_BYTES = RECORD_HEADER_BYTES + MESSAGE_PREFIX_BYTES;

/** Restores the MCAP records that `folded_records.ts` has folded. */
export class Unfolder {
  #plain = new Uint8Array(0);
  #view = new DataView(this.#plain.buffer);

  /**
   * @param folded - the content, at a multiple of four bytes
   * @param length - bytes of the records
   * @returns the records; valid until the next call
   */
  unfold(folded: Uint8Array, length: number): Uint8Array {
    if (length > this.#plain.length) {
      // Chunks are about equally long; leave room for a slightly longer one.
      this.#plain = new Uint8Array(length + (length >> 2));
      this.#view = new DataView(this.#plain.buffer);
    }
    const words = new Int32Array(folded.buffer, folded.byteOffset, folded.length >> 2);
    this.#plain.fill(0, 0, length);
    let to = 0;
    for (let at = 0; at < words.length; ) {
      if (words[at] === AS_THEY_ARE) {
        const bytes = words[at + 1]!;
        this.#plain.set(folded.subarray(4 * (at + 2), 4 * (at + 2) + bytes), to);
        at += 2 + ((bytes + 3) >> 2);
        to += bytes;
      } else {
        const end = this.#unfoldMessage(words, at, to);
        to += MESSAGE_HEAD_BYTES + 4 * words[at + 4]!;
        at = end;
      }
    }
    return this.#plain.subarray(0, to);
  }

  /** Writes a message into zeros; returns where the next entry begins. */
  #unfoldMessage(words: Int32Array, at: number, to: number): number {
    const view = this.#view;
    const low = words[at + 2]!;
    const high = words[at + 3]!;
    const length = words[at + 4]!;
    view.setInt32(to, OP.message | ((MESSAGE_PREFIX_BYTES + 4 * length) << 8), true);
    view.setInt32(to + 4, (MESSAGE_PREFIX_BYTES + 4 * length) >>> 24, true);
    view.setInt32(to + 9, words[at]!, true);
    view.setInt32(to + 11, words[at + 1]!, true);
    view.setInt32(to + 15, low, true);
    view.setInt32(to + 19, high, true);
    view.setInt32(to + 23, low, true);
    view.setInt32(to + 27, high, true);
    const first = to + MESSAGE_HEAD_BYTES;
    let from = at + HEAD_WORDS;
    // Only the first 32 words may be left out.
    let bits = length < 32 ? words[at + 5]! & ((1 << length) - 1) : words[at + 5]!;
    for (; bits !== 0; bits &= bits - 1) {
      view.setInt32(first + 4 * (31 - clz32(bits & -bits)), words[from++]!, true);
    }
    for (let i = 32; i < length; i++) view.setInt32(first + 4 * i, words[from++]!, true);
    return from;
  }
}
