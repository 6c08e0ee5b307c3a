import { pinnedMath } from '../../math/index.js';

const TWO_OVER_SQRT_PI = 1.1283791670955126;
const ONE_OVER_SQRT_PI = 0.5641895835477563;

/**
 * The complementary error function for x ≥ 0, to about 1e-14 of its value and the same bits on
 * every machine: the series of Abramowitz and Stegun 7.1.6 below 2.2, the continued fraction 7.1.14
 * above.
 */
export function erfc(x: number): number {
  if (x < 2.2) return 1 - TWO_OVER_SQRT_PI * pinnedMath.exp(-x * x) * series(x);
  // Beyond 27 the value is below the smallest number there is.
  if (x > 27) return 0;
  return pinnedMath.exp(-x * x) * ONE_OVER_SQRT_PI * fraction(x);
}

/** Σ 2ⁿ x²ⁿ⁺¹ / (1·3·…·(2n+1)); all terms are positive. */
function series(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return sum;
}

/** 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))), from the inside out. */
function fraction(x: number): number {
  let value = x;
  for (let n = 80; n > 0; n--) value = x + n / 2 / value;
  return 1 / value;
}
