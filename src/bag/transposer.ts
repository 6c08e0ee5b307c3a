import { MESSAGE_PREFIX_BYTES, OP, RECORD_HEADER_BYTES } from './mcap_records.js';

/** Words of an entry before its head: channel, sequence, log time, publish time, words of the head, number of tables. */
export const HEAD_WORDS = 8;
/** In place of a channel id: the entry holds the number of bytes, then MCAP records. */
export const AS_THEY_ARE = 0;
/** Words of a table before its rows: columns, rows, steps. */
export const TABLE_HEAD_WORDS = 3;

const MESSAGE_HEAD_BYTES = RECORD_HEADER_BYTES + MESSAGE_PREFIX_BYTES;
/** XCDR1, little endian; in front of the head. */
const ENCAPSULATION = 0x100;
/** Bytes of the record of a message without head and tables. */
export const LEAST_TABLE_BYTES = MESSAGE_HEAD_BYTES + 4;

/** Turns what `table_records.ts` has written into MCAP records: rows become columns. */
export class Transposer {
  #plain = new Uint8Array(0);
  #view = new DataView(this.#plain.buffer);
  /** The message that is being made: in a record, it begins at any byte. */
  #message = new Int32Array(0);

  /**
   * @param content - at a multiple of four bytes
   * @param most - the most bytes that the records can have
   * @returns the records; valid until the next call
   */
  transpose(content: Uint8Array, most: number): Uint8Array {
    if (most > this.#plain.length) {
      // Chunks are about equally long; leave room for a slightly longer one.
      this.#plain = new Uint8Array(most + (most >> 2));
      this.#view = new DataView(this.#plain.buffer);
      this.#message = new Int32Array(this.#plain.length >> 2);
    }
    const words = new Int32Array(content.buffer, content.byteOffset, content.length >> 2);
    let to = 0;
    for (let at = 0; at < words.length; ) {
      if (words[at] === AS_THEY_ARE) {
        const bytes = words[at + 1]!;
        this.#plain.set(content.subarray(4 * (at + 2), 4 * (at + 2) + bytes), to);
        at += 2 + ((bytes + 3) >> 2);
        to += bytes;
      } else {
        const end = entryEnd(words, at);
        to = this.#writeMessage(words, at, to);
        at = end;
      }
    }
    return this.#plain.subarray(0, to);
  }

  /** Writes the record of a message; returns where the next one begins. */
  #writeMessage(words: Int32Array, at: number, to: number): number {
    const bytes = 4 * this.#makeMessage(words, at);
    const view = this.#view;
    view.setUint8(to, OP.message);
    view.setUint32(to + 1, MESSAGE_PREFIX_BYTES + bytes, true);
    view.setUint32(to + 5, 0, true);
    view.setUint16(to + 9, words[at]!, true);
    for (let i = 0; i < 5; i++) view.setInt32(to + 11 + 4 * i, words[at + 1 + i]!, true);
    const first = to + MESSAGE_HEAD_BYTES;
    this.#plain.set(new Uint8Array(this.#message.buffer, 0, bytes), first);
    return first + bytes;
  }

  /** Makes the message of an entry; returns the number of its words. */
  #makeMessage(words: Int32Array, at: number): number {
    const message = this.#message;
    const tables = words[at + 7]!;
    let from = at + HEAD_WORDS;
    message[0] = ENCAPSULATION;
    let to = 1;
    for (const end = from + words[at + 6]!; from < end; ) message[to++] = words[from++]!;
    for (let i = 0; i < tables; i++) {
      const columns = words[from]!;
      const rows = words[from + 1]!;
      const steps = words[from + 2]!;
      from += TABLE_HEAD_WORDS;
      for (let column = 0; column < columns; column++) {
        const isSteps = ((steps >>> column) & 1) === 1;
        to = this.#writeColumn(words, from + column, columns, rows, isSteps, to);
      }
      from += rows * columns;
    }
    return to;
  }

  /** Writes a column as a sequence, which is empty if all is 0; returns where the next one begins. */
  #writeColumn(
    words: Int32Array,
    from: number,
    columns: number,
    rows: number,
    isSteps: boolean,
    to: number,
  ): number {
    const message = this.#message;
    const last = from + rows * columns;
    let any = 0;
    let count = to;
    let place = to + 1;
    if (isSteps) {
      let before = rows === 0 ? 0 : words[from]!;
      message[count++] = before;
      place++;
      for (let at = from; at < last; at += columns) {
        const value = words[at]!;
        const step = (value - before) | 0;
        message[place++] = step;
        any |= step;
        before = value;
      }
    } else {
      for (let at = from; at < last; at += columns) {
        const value = words[at]!;
        message[place++] = value;
        any |= value;
      }
    }
    message[count] = any === 0 ? 0 : rows;
    return any === 0 ? count + 1 : place;
  }
}

/** Where the entry of a message ends. */
function entryEnd(words: Int32Array, at: number): number {
  let end = at + HEAD_WORDS + words[at + 6]!;
  for (let i = words[at + 7]!; i > 0; i--) {
    end += TABLE_HEAD_WORDS + words[end]! * words[end + 1]!;
  }
  return end;
}
