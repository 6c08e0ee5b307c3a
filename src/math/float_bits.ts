/** Views of one double, for reading and making the parts of a number. Not re-entrant. */
export const FLOAT = new Float64Array(1);
/** The 32-bit halves of {@link FLOAT}. */
export const WORDS = new Int32Array(FLOAT.buffer);

FLOAT[0] = 1;
/** Index in {@link WORDS} of sign, exponent and 20 bits of the fraction. */
export const HIGH = WORDS[1] === 0 ? 0 : 1;
/** Index in {@link WORDS} of the low 32 bits of the fraction. */
export const LOW = 1 - HIGH;

/** `x` with the low 32 bits of its fraction cleared, so that short products are exact. */
export function short(x: number): number {
  FLOAT[0] = x;
  WORDS[LOW] = 0;
  return FLOAT[0];
}

/** 2^k for -1022 ≤ k ≤ 1023. */
function powerOfTwo(k: number): number {
  WORDS[HIGH] = (k + 1023) << 20;
  WORDS[LOW] = 0;
  return FLOAT[0]!;
}

/** `y` · 2^k for |k| < 2100, through overflow and underflow. */
export function scale(y: number, k: number): number {
  if (k >= -1021 && k <= 1023) return y * powerOfTwo(k);
  if (k > 1023) return y * powerOfTwo(1023) * powerOfTwo(Math.min(k - 1023, 1023));
  return y * powerOfTwo(Math.max(k + 1000, -1022)) * powerOfTwo(-1000);
}

/** a - q·b for q close to a/b, nearly exactly (Dekker's product); |q|, |b| in 2^±470. */
export function remainderOf(a: number, q: number, b: number): number {
  const qHigh = short(q);
  const qRest = q - qHigh;
  const bHigh = short(b);
  const bRest = b - bHigh;
  return a - qHigh * bHigh - qHigh * bRest - qRest * bHigh - qRest * bRest;
}
