import { createHash } from 'node:crypto';

/** From this size on, a block of bytes is hashed natively first: a call costs microseconds. */
const NATIVE_FROM_BYTES = 2048;

const SEED_A = 0x6a09e667 | 0;
const SEED_B = 0xbb67ae85 | 0;

/**
 * A running 64-bit content hash in two 32-bit lanes.
 *
 * Meant for telling runs apart, not against an adversary. Every step is 32-bit integer
 * arithmetic, so that the value is the same on every engine and processor.
 */
export class Digest {
  #a = SEED_A;
  #b = SEED_B;

  /** Starts again. */
  reset(): void {
    this.#a = SEED_A;
    this.#b = SEED_B;
  }

  /** The first lane, as a signed 32-bit number. */
  get lane(): number {
    return this.#a;
  }

  /** Mixes the state of another digest. */
  digest(other: Digest): void {
    this.word(other.#a);
    this.word(other.#b);
  }

  /** Mixes one 32-bit word. */
  word(value: number): void {
    const a = Math.imul(this.#a ^ value, 0x9e3779b1);
    this.#a = (a << 13) | (a >>> 19);
    const b = Math.imul((this.#b + value) ^ this.#a, 0x85ebca77);
    this.#b = (b << 17) | (b >>> 15);
  }

  /** Mixes a safe integer of either sign, e.g. a time. */
  integer(value: number): void {
    this.word(value | 0);
    this.word(Math.floor(value / 4294967296) | 0);
  }

  bytes(data: Uint8Array, start = 0, end = data.length): void {
    const length = end - start;
    this.word(length);
    if (length >= NATIVE_FROM_BYTES) {
      this.bytes(createHash('sha256').update(data.subarray(start, end)).digest());
      return;
    }
    let i = start;
    for (const whole = start + (length & ~3); i < whole; i += 4) {
      this.word(data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24));
    }
    let rest = 0;
    for (let shift = 0; i < end; i++, shift += 8) rest |= data[i]! << shift;
    if (length & 3) this.word(rest);
  }

  string(text: string): void {
    this.word(text.length);
    for (let i = 0; i < text.length; i++) this.word(text.charCodeAt(i));
  }

  /** The value so far, as 16 hexadecimal digits. Does not change the state. */
  hex(): string {
    return hexWord(avalanche(this.#a ^ Math.imul(this.#b, 3))) + hexWord(avalanche(this.#b));
  }
}

function avalanche(lane: number): number {
  let x = lane;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function hexWord(word: number): string {
  return word.toString(16).padStart(8, '0');
}
