/**
 * The state of a node: a 64-bit hash of everything that happened to it, in order.
 *
 * hash_combine of the rslcpp determinism test, modulo 2^64, in 32-bit halves: an order of
 * magnitude faster than BigInt arithmetic.
 */

const bigint = new BigUint64Array(1);
const halves = new Uint32Array(bigint.buffer); // little endian: low half first

// The low and high half of the last result.
let low = 0;
let high = 0;

/** (low, high) := a · b, where b is given in halves. */
function multiply(aLow, aHigh, bLow, bHigh) {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const p01 = a0 * b1 + ((a0 * b0) >>> 16);
  const p10 = a1 * b0 + (p01 & 0xffff);
  // p01 and p10 exceed 32 bits by one at most: their upper parts are taken arithmetically.
  const carry = Math.floor(p01 / 65536) + Math.floor(p10 / 65536) + a1 * b1;
  high = (carry + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
  low = Math.imul(aLow, bLow);
}

const K_LOW = 0xeb382d69 | 0;
const K_HIGH = 0x9ddfea08 | 0;

/** (low, high) := splitmix64(low, high) */
function splitmix64() {
  const sum = (low >>> 0) + 0x7f4a7c15;
  high = (high + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) | 0;
  low = sum | 0;
  multiply(low ^ ((low >>> 30) | (high << 2)), high ^ (high >>> 30), 0x1ce4e5b9, 0xbf58476d);
  multiply(low ^ ((low >>> 27) | (high << 5)), high ^ (high >>> 27), 0x133111eb, 0x94d049bb);
  const shifted = (low >>> 31) | (high << 1);
  high ^= high >>> 31;
  low ^= shifted;
}

/** (low, high) := hash_combine(h1, h2) */
function combine(h1Low, h1High, h2Low, h2High) {
  multiply(h1Low ^ h2Low, h1High ^ h2High, K_LOW, K_HIGH);
  low ^= high >>> 15;
  multiply(h2Low ^ low, h2High ^ high, K_LOW, K_HIGH);
  low ^= high >>> 15;
  multiply(low, high, K_LOW, K_HIGH);
  splitmix64();
}

export class StateHash {
  #low;
  #high;

  /** @param {bigint} initial */
  constructor(initial) {
    bigint[0] = initial;
    this.#low = halves[0] | 0;
    this.#high = halves[1] | 0;
  }

  /** @param {bigint} value unsigned 64-bit */
  combine(value) {
    bigint[0] = value;
    combine(this.#low, this.#high, halves[0] | 0, halves[1] | 0);
    this.#low = low;
    this.#high = high;
  }

  /** @returns {bigint} */
  get value() {
    halves[0] = this.#low;
    halves[1] = this.#high;
    return bigint[0];
  }
}
