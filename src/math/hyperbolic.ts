import { EXP_PARTS, expParts } from './exp.js';
import { remainderOf, scale, short } from './float_bits.js';
import { log1pPlus, logPlus } from './log.js';

/** Pinned `Math.sinh`. */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size <= 1) {
    if (size < 3.725290298461914e-9) return x;
    const z = x * x;
    return x + x * z * sinhSeries(z);
  }
  if (!(size < 710.4758600739439)) return x * Infinity;
  const k = expParts(size);
  const value = size < 22 ? scale(sumWithInverse(k, -1), k - 1) : scale(EXP_PARTS[0]!, k - 1);
  return x < 0 ? -value : value;
}

/** (sinh(x) - x) / x³ by its Taylor series, z = x² ≤ 1. */
function sinhSeries(z: number): number {
  const high = 1 / 6227020800 + z * (1 / 1307674368000 + z * (1 / 355687428096000));
  const tail = z * (z * (z * (z / 1.21645100408832e17)));
  return (
    1 / 6 +
    z * (1 / 120 + z * (1 / 5040 + z * (1 / 362880 + z * (1 / 39916800 + z * (high + tail)))))
  );
}

/** (e^x ± e^-x) / 2^k after {@link expParts}; the small term is added to the low part. */
function sumWithInverse(k: number, sign: number): number {
  const high = EXP_PARTS[0]!;
  const inverse = (sign * scale(1 / high, -k)) / scale(1, k);
  const sum = high + inverse;
  return sum + (high - sum + inverse + EXP_PARTS[1]!);
}

/** Pinned `Math.cosh`. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  if (size < 0.35) {
    const z = x * x;
    const series = 1 / 720 + z * (1 / 40320 + z * (1 / 3628800 + z * (1 / 479001600)));
    return 1 + z * (0.5 + z * (1 / 24 + z * series));
  }
  if (Number.isNaN(size)) return NaN;
  if (size >= 710.4758600739439) return Infinity;
  const k = expParts(size);
  return size < 22 ? scale(sumWithInverse(k, 1), k - 1) : scale(EXP_PARTS[0]!, k - 1);
}

/** Pinned `Math.tanh`. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5625) {
    if (size < 3.725290298461914e-9) return x;
    // Padé approximant [9/8] of tanh, as x plus a small correction.
    const z = x * x;
    const above = -z * (11486475 + z * (810810 + z * (12870 + z * 44)));
    const below = 34459425 + z * (16216200 + z * (945945 + z * (13860 + z * 45)));
    return x + x * (above / below);
  }
  if (Number.isNaN(size)) return NaN;
  if (size > 22) return x < 0 ? -1 : 1;
  // 1 - 2 / (e^2x + 1)
  const k = expParts(2 * size);
  const e = scale(EXP_PARTS[0]!, k);
  const below = e + 1;
  const belowLow = e - below + 1 + scale(EXP_PARTS[1]!, k);
  const quotient = 2 / below;
  const value = 1 - (quotient - (quotient * belowLow) / below);
  return x < 0 ? -value : value;
}

/** Low part of the last {@link square} or {@link rootOf}. */
let low = 0;

/** x² in two pieces, |x| < 2^500 (Dekker). */
function square(x: number): number {
  const high = short(x);
  const rest = x - high;
  const product = x * x;
  // `short` keeps 21 bits, so high² is exact and 2·high·rest needs one rounding only.
  low = high * high - product + 2 * high * rest + rest * rest;
  return product;
}

/** √(x + tail) in two pieces. */
function rootOf(x: number, tail: number): number {
  const root = Math.sqrt(x);
  const product = square(root);
  low = root === 0 ? 0 : (x - product - low + tail) / (2 * root);
  return root;
}

/** Pinned `Math.asinh`. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  if (!(size > 3.725290298461914e-9) || size === Infinity) return x;
  const value = size > 2 ? asinhLarge(size) : asinhSmall(size);
  return x < 0 ? -value : value;
}

/** log(x + √(x²+1)) */
function asinhLarge(x: number): number {
  if (x > 268435456) return logOfDouble(x);
  const product = square(x);
  const sum = product + 1;
  const root = rootOf(sum, product - sum + 1 + low);
  const total = x + root;
  return logPlus(total, (root - total + x + low) / total);
}

/** log1p(x + x² / (1 + √(x²+1))), which is log1p(x + √(x²+1) - 1) */
function asinhSmall(x: number): number {
  const product = square(x);
  const productLow = low;
  const sum = 1 + product;
  const root = rootOf(sum, 1 - sum + product + productLow);
  const below = 1 + root;
  const belowLow = 1 - below + root + low;
  const quotient = product / below;
  const error = remainderOf(product, quotient, below) + productLow - quotient * belowLow;
  const total = x + quotient;
  return log1pPlus(total, x - total + quotient + error / below);
}

/** log(2x) for large x. */
function logOfDouble(x: number): number {
  return x < 8e307 ? logPlus(2 * x, 0) : logPlus(x, 0) + Math.LN2;
}

/** Pinned `Math.acosh`. */
export function acosh(x: number): number {
  if (!(x >= 1)) return NaN;
  if (x === Infinity) return x;
  if (x > 268435456) return logOfDouble(x);
  // With t = x - 1, exactly: log1p(t + √(2t + t²)). For x > 2, log(x + √(x²-1)).
  if (x > 2) {
    const product = square(x);
    const difference = product - 1;
    const root = rootOf(difference, product - difference - 1 + low);
    const total = x + root;
    return logPlus(total, (x > root ? x - total + root + low : low) / total);
  }
  const t = x - 1;
  const product = square(t);
  const sum = 2 * t + product;
  const root = rootOf(sum, 2 * t - sum + product + low);
  const total = root + t;
  return log1pPlus(total, root - total + t + low);
}

/** Pinned `Math.atanh`: ½·log1p(2x / (1-x)). */
export function atanh(x: number): number {
  const size = Math.abs(x);
  if (size < 3.725290298461914e-9) return x;
  if (!(size < 1)) return size === 1 ? x * Infinity : NaN;
  const below = 1 - size;
  const belowLow = 1 - below - size;
  const quotient = (2 * size) / below;
  const error = remainderOf(2 * size, quotient, below) - quotient * belowLow;
  const value = 0.5 * log1pPlus(quotient, error / below);
  return x < 0 ? -value : value;
}
