import { FLOAT, HIGH, LOW, WORDS } from './float_bits.js';

/** Exponent offsets and polynomial of FreeBSD's s_cbrt.c. */
const BIAS = 715094163;
const BIAS_SUBNORMAL = 696219795;
const P0 = 1.87595182427177;
const P1 = -1.8849797954337717;
const P2 = 1.6214297201053545;
const P3 = -0.758397934778766;
const P4 = 0.14599619288661245;

/** Pinned `Math.cbrt`. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0) || size === Infinity) return x;
  FLOAT[0] = size;
  let high = WORDS[HIGH]!;
  if (high < 0x00100000) {
    FLOAT[0] = size * 18014398509481984;
    high = WORDS[HIGH]!;
    WORDS[HIGH] = Math.floor(high / 3) + BIAS_SUBNORMAL;
  } else WORDS[HIGH] = Math.floor(high / 3) + BIAS;
  WORDS[LOW] = 0;
  let t = FLOAT[0];
  const r = t * t * (t / size);
  t *= P0 + r * (P1 + r * P2) + r * r * r * (P3 + r * P4);
  // 23 bits, so that t² is exact; then one step of Newton's method.
  FLOAT[0] = t;
  const low = WORDS[LOW]!;
  if (low < 0) WORDS[HIGH] = WORDS[HIGH]! + 1;
  WORDS[LOW] = (low ^ 0x80000000) & 0xc0000000;
  t = FLOAT[0];
  const quotient = size / (t * t);
  t += t * ((quotient - t) / (t + t + quotient));
  return x < 0 ? -t : t;
}
