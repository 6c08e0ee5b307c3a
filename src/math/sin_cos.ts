import { REST, reduce } from './reduce.js';

/** 2^-27: below, the next term of the series is less than half a unit in the last place. */
const TINY = 7.450580596923828e-9;
const QUARTER_PI = Math.PI / 4;

/** Coefficients of fdlibm's k_sin.c and k_cos.c: minimax on [0, π/4]. */
const S1 = -0.16666666666666632;
const S2 = 0.00833333333332249;
const S3 = -0.0001984126982985795;
const S4 = 0.0000027557313707070068;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;
const C1 = 0.0416666666666666;
const C2 = -0.001388888888887411;
const C3 = 0.00002480158728947673;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

/** sin(x + tail) for |x| ≤ π/4. */
function kernelSin(x: number, tail: number): number {
  const z = x * x;
  const v = z * x;
  const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  return x - (z * (0.5 * tail - v * r) - tail - v * S1);
}

/** cos(x + tail) for |x| ≤ π/4. */
function kernelCos(x: number, tail: number): number {
  const z = x * x;
  const r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * tail));
}

/** Pinned `Math.sin`. */
export function sin(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return size < TINY ? x : kernelSin(x, 0);
  if (!(size < Infinity)) return NaN;
  const quadrant = reduce(x);
  const value = quadrant & 1 ? kernelCos(REST[0]!, REST[1]!) : kernelSin(REST[0]!, REST[1]!);
  return quadrant & 2 ? -value : value;
}

/** Pinned `Math.cos`. */
export function cos(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return size < TINY ? 1 : kernelCos(x, 0);
  if (!(size < Infinity)) return NaN;
  const quadrant = reduce(x);
  const value = quadrant & 1 ? kernelSin(REST[0]!, REST[1]!) : kernelCos(REST[0]!, REST[1]!);
  return (quadrant + 1) & 2 ? -value : value;
}
