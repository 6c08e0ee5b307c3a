/**
 * LZ4 frame reader (frame format 1.6), for when `@foxglove/wasm-lz4` can no longer be used:
 * after one damaged frame it fails on every later frame of the process. Checksums inside the frame are not checked: MCAP has its own for the whole chunk.
 */

const FRAME_MAGIC = 0x184d2204;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MIN_MATCH = 4;

/** Thrown for data that is not LZ4; the caller knows the file and says where. */
export class Lz4Error extends Error {}

/** Unpacks frames into exactly `size` bytes. Never reads or writes outside its buffers. */
class Lz4Reader {
  readonly #input: Uint8Array;
  readonly #view: DataView;
  readonly #output: Uint8Array;
  #at = 0;
  #written = 0;

  constructor(input: Uint8Array, size: number) {
    this.#input = input;
    this.#view = new DataView(input.buffer, input.byteOffset, input.byteLength);
    this.#output = new Uint8Array(size);
  }

  read(): Uint8Array {
    while (this.#at < this.#input.length) {
      const magic = this.#u32();
      if (magic === FRAME_MAGIC) this.#frame();
      else if ((magic & 0xfffffff0) === SKIPPABLE_MAGIC) this.#skip(this.#u32());
      else throw new Lz4Error('no frame starts here');
    }
    if (this.#written !== this.#output.length) throw new Lz4Error('the content is too short');
    return this.#output;
  }

  #skip(length: number): number {
    const at = this.#at;
    if (length > this.#input.length - at) throw new Lz4Error('the data is cut off');
    this.#at = at + length;
    return at;
  }

  #u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  #frame(): void {
    const flags = this.#input[this.#skip(2)]!;
    if (flags >> 6 !== 1) throw new Lz4Error('unknown version');
    const hasBlockChecksum = (flags & 16) !== 0;
    this.#skip(((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0) + 1);
    const frameStart = this.#written;
    for (let size = this.#u32(); size !== 0; size = this.#u32()) {
      const length = size & 0x7fffffff;
      const at = this.#skip(length);
      if (size >>> 31 === 1) this.#copyBlock(at, length);
      else this.#written = this.#block(at, at + length, frameStart);
      if (hasBlockChecksum) this.#skip(4);
    }
    if ((flags & 4) !== 0) this.#skip(4);
  }

  #copyBlock(at: number, length: number): void {
    if (length > this.#output.length - this.#written) throw new Lz4Error('the content is too long');
    this.#output.set(this.#input.subarray(at, at + length), this.#written);
    this.#written += length;
  }

  /** Unpacks one block; matches may reach back to the start of the frame. */
  #block(start: number, end: number, frameStart: number): number {
    const input = this.#input;
    const output = this.#output;
    let at = start;
    let to = this.#written;
    while (at < end) {
      const token = input[at++]!;
      let literals = token >> 4;
      if (literals === 15) {
        let more = 255;
        while (more === 255 && at < end) {
          more = input[at++]!;
          literals += more;
        }
      }
      if (literals > end - at || literals > output.length - to) throw new Lz4Error('bad literals');
      if (literals < 64) for (let n = literals; n > 0; n--) output[to++] = input[at++]!;
      else {
        output.set(input.subarray(at, at + literals), to);
        at += literals;
        to += literals;
      }
      if (at === end) return to;
      if (end - at < 2) throw new Lz4Error('a match is cut off');
      const distance = input[at]! | (input[at + 1]! << 8);
      at += 2;
      let length = (token & 15) + MIN_MATCH;
      if ((token & 15) === 15) {
        let more = 255;
        while (more === 255 && at < end) {
          more = input[at++]!;
          length += more;
        }
      }
      let from = to - distance;
      if (distance === 0 || from < frameStart || length > output.length - to) {
        throw new Lz4Error('bad match');
      }
      // A match may overlap what it writes: then it repeats, which only a bytewise copy does.
      if (length < 64 || distance < length) {
        for (let n = length; n > 0; n--) output[to++] = output[from++]!;
      } else {
        output.copyWithin(to, from, from + length);
        to += length;
      }
    }
    throw new Lz4Error('a block ends with a match');
  }
}

/** Unpacks LZ4 frames that hold exactly `size` bytes. @throws Lz4Error */
export function decompressLz4Frames(input: Uint8Array, size: number): Uint8Array {
  return new Lz4Reader(input, size).read();
}
