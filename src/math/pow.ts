import { FLOAT, HIGH, LOW, scale, short, WORDS } from './float_bits.js';

/** Constants of fdlibm's e_pow.c. */
const L1 = 0.5999999999999946;
const L2 = 0.4285714285785502;
const L3 = 0.33333332981837743;
const L4 = 0.272728123808534;
const L5 = 0.23066074577556175;
const L6 = 0.20697501780033842;
const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;
const LN2 = Math.LN2;
const LN2_HIGH = 0.6931471824645996;
const LN2_LOW = -1.904654299957768e-9;
/** 2 / (3 ln 2) in two pieces. */
const CP = 0.9617966939259756;
const CP_HIGH = 0.9617967009544373;
const CP_LOW = -7.028461650952758e-9;
const INVERSE_LN2 = Math.LOG2E;
const INVERSE_LN2_HIGH = 1.4426950216293335;
const INVERSE_LN2_LOW = 1.9259629911266175e-8;
/** log2(1.5) in two pieces. */
const LOG2_3_2_HIGH = 0.5849624872207642;
const LOG2_3_2_LOW = 1.350039202129749e-8;

/** Low part of the last logarithm. */
let logLow = 0;

/** Pinned `Math.pow` for numbers. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === -1) return 1 / x;
  const size = Math.abs(x);
  if (y === Infinity || y === -Infinity) {
    if (size === 1) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const odd = isOdd(y);
  if (size === 0 || size === Infinity) {
    const value = (size === 0) === y > 0 ? 0 : Infinity;
    return x < 0 || Object.is(x, -0) ? (odd ? -value : value) : value;
  }
  if (y === 0.5 && x > 0) return Math.sqrt(x);
  if (x < 0 && !Number.isInteger(y)) return NaN;
  const value = size === 1 ? 1 : powerOf(size, y);
  return x < 0 && odd ? -value : value;
}

function isOdd(y: number): boolean {
  const size = Math.abs(y);
  return size < 9007199254740992 && size % 2 === 1;
}

/** x^y for finite x > 0, x ≠ 1, and finite y ≠ 0. */
function powerOf(x: number, y: number): number {
  if (Math.abs(y) > 2147483648) {
    if (Math.abs(x - 1) > 2 ** -20) return x > 1 === y > 0 ? Infinity : 0;
    if (Math.abs(y) > 2 ** 64) {
      // The number closest to 1 already overflows or underflows.
      return x > 1 === y > 0 ? Infinity : 0;
    }
  }
  const logHigh = Math.abs(y) > 2147483648 ? log2NearOne(x) : log2InTwo(x);
  const yHigh = short(y);
  const low = (y - yHigh) * logHigh + y * logLow;
  const high = yHigh * logHigh;
  const sum = low + high;
  if (sum >= 1024) {
    if (sum > 1024 || low + 8.008566259537294e-17 > sum - high) return Infinity;
  } else if (sum <= -1075) {
    if (sum < -1075 || low <= sum - high) return 0;
  }
  return exp2InTwo(high, low, sum);
}

/** log2(x) for |x - 1| ≤ 2^-20. */
function log2NearOne(x: number): number {
  const t = x - 1;
  const w = t * t * (0.5 - t * (1 / 3 - t * 0.25));
  const u = INVERSE_LN2_HIGH * t;
  const v = t * INVERSE_LN2_LOW - w * INVERSE_LN2;
  const high = short(u + v);
  logLow = v - (high - u);
  return high;
}

/** log2(x) in two pieces to about 2^-68; the first one short. */
function log2InTwo(x: number): number {
  let n = 0;
  FLOAT[0] = x;
  if (WORDS[HIGH]! < 0x00100000) {
    n = -53;
    FLOAT[0] = x * 9007199254740992;
  }
  let high = WORDS[HIGH]!;
  n += (high >> 20) - 0x3ff;
  const fraction = high & 0x000fffff;
  high = fraction | 0x3ff00000;
  const k = fraction > 0x3988e && fraction < 0xbb67a ? 1 : 0;
  if (fraction >= 0xbb67a) {
    n += 1;
    high -= 0x00100000;
  }
  WORDS[HIGH] = high;
  const ax = FLOAT[0];
  const base = k === 1 ? 1.5 : 1;
  // s = (ax - base) / (ax + base) in two pieces
  const u = ax - base;
  const v = 1 / (ax + base);
  const s = u * v;
  const sHigh = short(s);
  WORDS[HIGH] = ((high >> 1) | 0x20000000) + 0x00080000 + (k << 18);
  WORDS[LOW] = 0;
  const sumHigh = FLOAT[0];
  const sumLow = ax - (sumHigh - base);
  const sLow = v * (u - sHigh * sumHigh - sHigh * sumLow);
  const s2 = s * s;
  const series = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6)))));
  const r = series + sLow * (sHigh + s);
  const sHigh2 = sHigh * sHigh;
  const tHigh = short(3 + sHigh2 + r);
  const tLow = r - (tHigh - 3 - sHigh2);
  const p = sHigh * tHigh;
  const q = sLow * tHigh + tLow * s;
  const pHigh = short(p + q);
  const pLow = q - (pHigh - p);
  const zHigh = CP_HIGH * pHigh;
  const zLow = CP_LOW * pHigh + pLow * CP + (k === 1 ? LOG2_3_2_LOW : 0);
  const offset = k === 1 ? LOG2_3_2_HIGH : 0;
  const result = short(zHigh + zLow + offset + n);
  logLow = zLow - (result - n - offset - zHigh);
  return result;
}

/** 2^(high + low), sum = high + low. */
function exp2InTwo(high: number, low: number, sum: number): number {
  const k = Math.abs(sum) > 0.5 ? Math.floor(sum + 0.5) : 0;
  const rest = high - k;
  const t = short(low + rest);
  const u = t * LN2_HIGH;
  const v = (low - (t - rest)) * LN2 + t * LN2_LOW;
  const z = u + v;
  const w = v - (z - u);
  const z2 = z * z;
  const c = z - z2 * (P1 + z2 * (P2 + z2 * (P3 + z2 * (P4 + z2 * P5))));
  const r = (z * c) / (c - 2) - (w + z * w);
  return scale(1 - (r - z), k);
}
