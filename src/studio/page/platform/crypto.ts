/** Synchronous SHA-256 (FIPS 180-4); browsers offer only an asynchronous one. */

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of roots of the first primes. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}

class Sha256 {
  #bytes = new Uint8Array(0);

  update(content: string | Uint8Array): this {
    const added = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const all = new Uint8Array(this.#bytes.length + added.length);
    all.set(this.#bytes);
    all.set(added, this.#bytes.length);
    this.#bytes = all;
    return this;
  }

  digest(_encoding: 'hex'): string {
    const { length } = this.#bytes;
    const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
    padded.set(this.#bytes);
    padded[length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setBigUint64(padded.length - 8, BigInt(length) * 8n);
    const state = Int32Array.from(START);
    for (let at = 0; at < padded.length; at += 64) mixBlock(state, view, at);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function mixBlock(state: Int32Array, view: DataView, at: number): void {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15]!, words[i - 2]!];
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = words[i - 16]! + low + words[i - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = Array.from(state) as Eight;
  for (let i = 0; i < 64; i++) {
    const first =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + words[i]!;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + word) | 0;
}

type Eight = [number, number, number, number, number, number, number, number];

export const createHash = (_name: 'sha256') => new Sha256();
