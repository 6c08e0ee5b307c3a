import { short } from './float_bits.js';
import { REST, reduce } from './reduce.js';

const TINY = 3.725290298461914e-9; // 2^-28
const QUARTER_PI = Math.PI / 4;
const QUARTER_PI_LOW = 3.061616997868383e-17;
const BIG = 0.6743316650390625; // fdlibm's 0x3FE59428

/** Coefficients of fdlibm's k_tan.c: minimax on [0, 0.67434]. */
const T0 = 0.3333333333333341;
const T1 = 0.13333333333320124;
const T2 = 0.05396825397622605;
const T3 = 0.021869488294859542;
const T4 = 0.0088632398235993;
const T5 = 0.0035920791075913124;
const T6 = 0.0014562094543252903;
const T7 = 0.0005880412408202641;
const T8 = 0.0002464631348184699;
const T9 = 0.00007817944429395571;
const T10 = 0.00007140724913826082;
const T11 = -0.000018558637485527546;
const T12 = 0.00002590730518636337;

/** tan(x + tail) for |x| ≤ π/4, or -1/tan when `reciprocal`. */
function kernelTan(argument: number, argumentTail: number, reciprocal: boolean): number {
  let x = argument;
  let tail = argumentTail;
  const big = Math.abs(x) >= BIG;
  const sign = x < 0 ? -1 : 1;
  if (big) {
    // tan(x) = tan(π/4 - y) with the small y = π/4 - x
    x = QUARTER_PI - sign * x + (QUARTER_PI_LOW - sign * tail);
    tail = 0;
  }
  const z = x * x;
  const w = z * z;
  const odd = T1 + w * (T3 + w * (T5 + w * (T7 + w * (T9 + w * T11))));
  const even = z * (T2 + w * (T4 + w * (T6 + w * (T8 + w * (T10 + w * T12)))));
  const s = z * x;
  const r = tail + z * (s * (odd + even) + tail) + T0 * s;
  const t = x + r;
  if (big) {
    const one = reciprocal ? -1 : 1;
    return sign * (one - 2 * (x - ((t * t) / (t + one) - r)));
  }
  if (!reciprocal) return t;
  // -1 / (x + r), accurately
  const high = short(t);
  const rest = r - (high - x);
  const quotient = -1 / t;
  const quotientHigh = short(quotient);
  return quotientHigh + quotient * (1 + quotientHigh * high + quotientHigh * rest);
}

/** Pinned `Math.tan`. */
export function tan(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return size < TINY ? x : kernelTan(x, 0, false);
  if (!(size < Infinity)) return NaN;
  const quadrant = reduce(x);
  return kernelTan(REST[0]!, REST[1]!, (quadrant & 1) === 1);
}
