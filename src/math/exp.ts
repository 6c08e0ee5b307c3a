import { scale } from './float_bits.js';

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;
/** Coefficients of fdlibm's e_exp.c. */
const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;

/** Pinned `Math.exp`. */
export function exp(x: number): number {
  const size = Math.abs(x);
  if (size <= 0.34657359027997264) {
    if (size < 3.725290298461914e-9) return 1 + x;
    const z = x * x;
    const c = x - z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5))));
    return 1 - ((x * c) / (c - 2) - x);
  }
  if (Number.isNaN(x)) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  const k = (INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5)) | 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const c = r - z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5))));
  return scale(1 - (low - (r * c) / (2 - c) - high), k);
}

/** Where {@link expParts} leaves e^x / 2^k as the sum of two numbers. */
export const EXP_PARTS = new Float64Array(2);

/** e^x = 2^k · (EXP_PARTS[0] + EXP_PARTS[1]) to about 2^-56, for 0.3 < x < 1420; returns k. */
export function expParts(x: number): number {
  const k = (INVERSE_LN2 * x + 0.5) | 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const c = r - z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5))));
  // 1 + high + small, where |small| < 0.07: keep what the sums lose.
  const small = (r * c) / (2 - c) - low;
  const head = 1 + high;
  const lost = 1 - head + high;
  const sum = head + small;
  EXP_PARTS[0] = sum;
  EXP_PARTS[1] = head - sum + small + lost;
  return k;
}

const Q1 = -0.03333333333333313;
const Q2 = 0.0015873015872548146;
const Q3 = -0.0000793650757867488;
const Q4 = 0.000004008217827329362;
const Q5 = -2.0109921818362437e-7;

/** Pinned `Math.expm1`. */
export function expm1(argument: number): number {
  const size = Math.abs(argument);
  if (Number.isNaN(size)) return NaN;
  if (argument > 709.782712893384) return Infinity;
  if (argument < -38.816242) return -1;
  if (size < 5.551115123125783e-17) return argument;
  let x = argument;
  let lost = 0;
  let k = 0;
  if (size > 0.34657359027997264) {
    k = (INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5)) | 0;
    const high = x - k * LN2_HIGH;
    const low = k * LN2_LOW;
    x = high - low;
    lost = high - x - low;
  }
  // Argument reduced; rational approximation of expm1 on [-ln2/2, ln2/2].
  const half = 0.5 * x;
  const square = x * half;
  const r1 = 1 + square * (Q1 + square * (Q2 + square * (Q3 + square * (Q4 + square * Q5))));
  const t = 3 - r1 * half;
  let e = square * ((r1 - t) / (6 - x * t));
  if (k === 0) return x - (x * e - square);
  e = x * (e - lost) - lost - square;
  if (k === -1) return 0.5 * (x - e) - 0.5;
  if (k === 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
  if (k <= -2 || k > 56) return scale(1 - (e - x), k) - 1;
  if (k < 20) return scale(1 - scale(1, -k) - (e - x), k);
  return scale(x - (e + scale(1, -k)) + 1, k);
}
