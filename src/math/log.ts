import { FLOAT, HIGH, short, WORDS } from './float_bits.js';

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** Coefficients of fdlibm's e_log.c. */
const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;

/** Power of two taken out by the last {@link normalise}. */
let power = 0;

/** `x` > 0 divided by a power of two, in [√½, √2). */
function normalise(x: number): number {
  let k = 0;
  FLOAT[0] = x;
  if (WORDS[HIGH]! < 0x00100000) {
    k = -54;
    FLOAT[0] = x * 18014398509481984;
  }
  const high = WORDS[HIGH]! + (0x3ff00000 - 0x3fe6a09e);
  power = k + (high >> 20) - 0x3ff;
  WORDS[HIGH] = (high & 0x000fffff) + 0x3fe6a09e;
  return FLOAT[0];
}

/** (log(1+f) - f + f²/2) · … of fdlibm: R in log(1+f) = f - f²/2 + s(f²/2 + R). */
function remainder(s: number): number {
  const z = s * s;
  const w = z * z;
  const odd = w * (L2 + w * (L4 + w * L6));
  return odd + z * (L1 + w * (L3 + w * (L5 + w * L7)));
}

/** log(x) + tail for normal or subnormal x > 0 and |tail| below an ulp of the result. */
export function logPlus(x: number, tail: number): number {
  const f = normalise(x) - 1;
  const k = power;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const r = remainder(s);
  if (k === 0) return f - (half - (s * (half + r) + tail));
  return k * LN2_HIGH - (half - (s * (half + r) + (k * LN2_LOW + tail)) - f);
}

/** log(1 + f + tail) for f > -1 and |tail| below an ulp of f. */
export function log1pPlus(f: number, tail: number): number {
  if (f > -0.2929 && f < 0.41422) {
    const half = 0.5 * f * f;
    const s = f / (2 + f);
    return f - (half - (s * (half + remainder(s)) + tail / (1 + f)));
  }
  const u = 1 + f;
  const lost = f > 1 ? 1 - (u - f) : f - (u - 1);
  return logPlus(u, (lost + tail) / u);
}

/** Pinned `Math.log`. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  return x === Infinity ? x : logPlus(x, 0);
}

/** Pinned `Math.log1p`. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity || Math.abs(x) < 5.551115123125783e-17) return x;
  return log1pPlus(x, 0);
}

const INVERSE_LN2_HIGH = 1.4426950407214463;
const INVERSE_LN2_LOW = 1.6751713164886512e-10;
const INVERSE_LN10_HIGH = 0.4342944818781689;
const INVERSE_LN10_LOW = 2.5082946711645275e-11;
const LOG10_2_HIGH = 0.30102999566361177;
const LOG10_2_LOW = 3.694239077158931e-13;

/** Low part of log of the last {@link logHigh}. */
let logLow = 0;

/** log of normalised `x` in two pieces, the first one short. */
function logHigh(x: number): number {
  const f = x - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const high = short(f - half);
  logLow = f - high - half + s * (half + remainder(s));
  return high;
}

/** Pinned `Math.log2`. */
export function log2(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const high = logHigh(normalise(x));
  const k = power;
  const product = high * INVERSE_LN2_HIGH;
  const low = (logLow + high) * INVERSE_LN2_LOW + logLow * INVERSE_LN2_HIGH;
  const sum = k + product;
  return low + (k - sum + product) + sum;
}

/** Pinned `Math.log10`. */
export function log10(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const high = logHigh(normalise(x));
  const k = power;
  const product = high * INVERSE_LN10_HIGH;
  const base = k * LOG10_2_HIGH;
  const low = k * LOG10_2_LOW + (logLow + high) * INVERSE_LN10_LOW + logLow * INVERSE_LN10_HIGH;
  const sum = base + product;
  return low + (base - sum + product) + sum;
}
