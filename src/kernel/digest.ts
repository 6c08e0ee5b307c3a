import { endianness } from 'node:os';

// Captured at load time: the engine calls them directly, and a guard may change `Math`.
const { floor, imul } = Math;

/** From this size on, a block of bytes is mixed by four lanes at once. */
const LANES_FROM_BYTES = 64;

/** Whether an Int32Array has the byte order that `word` needs. */
const LITTLE_ENDIAN = endianness() === 'LE';

const SEED_A = 0x6a09e667 | 0;
const SEED_B = 0xbb67ae85 | 0;
const PRIME_A = 0x9e3779b1 | 0;
const PRIME_B = 0x85ebca77 | 0;

/** The first word of most messages in CDR, little-endian. */
const CDR_HEADER = 0x0100;
/**
 * The state of a new digest that has mixed a length below {@link LANES_FROM_BYTES} and this word, by length: a message of
 * a few words is then mixed in half the time.
 */
const HEADED_A = new Int32Array(LANES_FROM_BYTES);
const HEADED_B = new Int32Array(LANES_FROM_BYTES);

/** The last block's memory as words, because a writer reuses its buffer. */
let words: Int32Array = new Int32Array(0);
/** The copy of blocks that do not begin at a multiple of four bytes. */
let aligned: Uint8Array = new Uint8Array(1 << 12);

/**
 * A running 64-bit content hash in two 32-bit lanes.
 *
 * It distinguishes runs; it does not resist an adversary. Every step is 32-bit integer
 * arithmetic, so that the value is the same on every engine and processor. A parameter is added as `word | 0`, because
 * V8 adds a number that may be larger in floating point, which takes several times as long.
 */
export class Digest {
  #a = SEED_A;
  #b = SEED_B;

  /** Resets the digest. */
  reset(): void {
    this.#a = SEED_A;
    this.#b = SEED_B;
  }

  /** The first lane, as a signed 32-bit number. */
  get lane(): number {
    return this.#a;
  }

  /** Mixes the state of another digest, and a word that identifies it. */
  digest(other: Digest, tag = 0): void {
    let a = imul(this.#a ^ other.#a ^ tag, PRIME_A);
    a = (a << 13) | (a >>> 19);
    let b = imul((this.#b + other.#a) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ other.#b, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + other.#b) ^ a, PRIME_B);
    this.#a = a;
    this.#b = (b << 17) | (b >>> 15);
  }

  /**
   * Mixes this state, that of a publication, into the digest of its topic, after a word and the two words of a time, and into
   * that of its node, with a word that identifies the publisher. Faster than a call for each.
   */
  mixInto(
    topic: Digest,
    value: number,
    low: number,
    high: number,
    node: Digest,
    tag: number,
  ): void {
    const ownA = this.#a;
    const ownB = this.#b;
    let a = imul(topic.#a ^ value, PRIME_A);
    a = (a << 13) | (a >>> 19);
    let b = imul((topic.#b + (value | 0)) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ low, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + (low | 0)) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ high, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + (high | 0)) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ ownA, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + ownA) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ ownB, PRIME_A);
    topic.#a = (a << 13) | (a >>> 19);
    b = imul((b + ownB) ^ topic.#a, PRIME_B);
    topic.#b = (b << 17) | (b >>> 15);
    a = imul(node.#a ^ ownA ^ tag, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((node.#b + ownA) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ ownB, PRIME_A);
    node.#a = (a << 13) | (a >>> 19);
    b = imul((b + ownB) ^ node.#a, PRIME_B);
    node.#b = (b << 17) | (b >>> 15);
  }

  /** Mixes three words, such as one and those of a time; faster than three calls. */
  three(first: number, second: number, third: number): void {
    let a = imul(this.#a ^ first, PRIME_A);
    a = (a << 13) | (a >>> 19);
    let b = imul((this.#b + (first | 0)) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ second, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + (second | 0)) ^ a, PRIME_B);
    b = (b << 17) | (b >>> 15);
    a = imul(a ^ third, PRIME_A);
    a = (a << 13) | (a >>> 19);
    b = imul((b + (third | 0)) ^ a, PRIME_B);
    this.#a = a;
    this.#b = (b << 17) | (b >>> 15);
  }

  /** Mixes one 32-bit word. */
  word(value: number): void {
    const a = imul(this.#a ^ value, PRIME_A);
    this.#a = (a << 13) | (a >>> 19);
    const b = imul((this.#b + (value | 0)) ^ this.#a, PRIME_B);
    this.#b = (b << 17) | (b >>> 15);
  }

  /** Mixes a safe integer of either sign, e.g. a time. */
  integer(value: number): void {
    this.word(value | 0);
    this.word(floor(value / 4294967296) | 0);
  }

  /** Mixes a block of bytes; the result depends only on the bytes. */
  bytes(data: Uint8Array, start = 0, end = data.length): void {
    const length = end - start;
    this.word(length);
    let i = start;
    if (length >= LANES_FROM_BYTES) {
      const groups = length >>> 4;
      const first = wordsOf(data, start, groups);
      this.#lanes(words, first, groups);
      i += 16 * groups;
    }
    for (const whole = end - 4; i <= whole; i += 4) {
      this.word(data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24));
    }
    let rest = 0;
    for (let shift = 0; i < end; i++, shift += 8) rest |= data[i]! << shift;
    if (length & 3) this.word(rest);
  }

  /**
   * Forgets what was mixed, then mixes the first `length` bytes of little-endian memory as {@link bytes} does, but
   * faster. Bytes after them in the last word do not count.
   */
  words(memory: Int32Array, length: number): void {
    if (length < 4 || length >= LANES_FROM_BYTES || memory[0] !== CDR_HEADER) {
      this.#otherWords(memory, length);
      return;
    }
    let a = HEADED_A[length]!;
    let b = HEADED_B[length]!;
    const stop = length >>> 2;
    for (let i = 1; i < stop; i++) {
      const value = memory[i]!;
      a = imul(a ^ value, PRIME_A);
      a = (a << 13) | (a >>> 19);
      b = imul((b + value) ^ a, PRIME_B);
      b = (b << 17) | (b >>> 15);
    }
    this.#a = a;
    this.#b = b;
    if ((length & 3) !== 0) this.#lastBytes(memory[stop]!, length);
  }

  /** What {@link words} does with memory that is large, or does not begin with that header. */
  #otherWords(memory: Int32Array, length: number): void {
    this.reset();
    this.word(length);
    const groups = length < LANES_FROM_BYTES ? 0 : length >>> 4;
    if (groups > 0) this.#lanes(memory, 0, groups);
    this.each(memory, groups << 2, length >>> 2);
    if ((length & 3) !== 0) this.#lastBytes(memory[length >>> 2]!, length);
  }

  /** Mixes the bytes of a block after its whole words. */
  #lastBytes(word: number, length: number): void {
    this.word(word & ((1 << (8 * (length & 3))) - 1));
  }

  /** Mixes the words from index `from` to before `end`; faster than a call for each. */
  each(memory: Int32Array, from: number, end: number): void {
    let a = this.#a;
    let b = this.#b;
    for (let i = from; i < end; i++) {
      const value = memory[i]!;
      a = imul(a ^ value, PRIME_A);
      a = (a << 13) | (a >>> 19);
      b = imul((b + value) ^ a, PRIME_B);
      b = (b << 17) | (b >>> 15);
    }
    this.#a = a;
    this.#b = b;
  }

  /**
   * Mixes groups of 16 bytes from word `first` on. Four chains that do not wait for one another
   * take a quarter of the time of one; each step is invertible, so no information is lost in a
   * lane.
   */
  #lanes(memory: Int32Array, first: number, groups: number): void {
    let a = SEED_A;
    let b = SEED_B;
    let c = PRIME_A;
    let d = PRIME_B;
    for (let i = first, stop = first + 4 * groups; i < stop; i += 4) {
      a = imul(a ^ memory[i]!, PRIME_A);
      a = (a << 13) | (a >>> 19);
      b = imul(b ^ memory[i + 1]!, PRIME_A);
      b = (b << 13) | (b >>> 19);
      c = imul(c ^ memory[i + 2]!, PRIME_A);
      c = (c << 13) | (c >>> 19);
      d = imul(d ^ memory[i + 3]!, PRIME_A);
      d = (d << 13) | (d >>> 19);
    }
    this.word(a);
    this.word(b);
    this.word(c);
    this.word(d);
  }

  string(text: string): void {
    this.word(text.length);
    for (let i = 0; i < text.length; i++) this.word(text.charCodeAt(i));
  }

  /** The value so far, as 16 hexadecimal digits. Does not change the state. */
  hex(): string {
    return hexWord(avalanche(this.#a ^ imul(this.#b, 3))) + hexWord(avalanche(this.#b));
  }

  static {
    const digest = new Digest();
    for (let length = 0; length < LANES_FROM_BYTES; length++) {
      digest.reset();
      digest.word(length);
      digest.word(CDR_HEADER);
      HEADED_A[length] = digest.#a;
      HEADED_B[length] = digest.#b;
    }
  }
}

/**
 * Makes `words` hold the groups of 16 bytes from `start` on; returns the index of the first word.
 */
function wordsOf(data: Uint8Array, start: number, groups: number): number {
  const offset = data.byteOffset + start;
  if ((offset & 3) === 0 && LITTLE_ENDIAN) {
    const { buffer } = data;
    if (words.buffer !== buffer) words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
    return offset >> 2;
  }
  const length = 16 * groups;
  if (aligned.length < length) aligned = new Uint8Array(2 * length);
  if (LITTLE_ENDIAN) aligned.set(data.subarray(start, start + length));
  else for (let i = 0; i < length; i++) aligned[i ^ 3] = data[start + i]!;
  if (words.buffer !== aligned.buffer) words = new Int32Array(aligned.buffer);
  return 0;
}

function avalanche(lane: number): number {
  let x = lane;
  x = imul(x ^ (x >>> 16), 0x85ebca6b);
  x = imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function hexWord(word: number): string {
  return word.toString(16).padStart(8, '0');
}
