import { FLOAT, HIGH, WORDS } from './float_bits.js';

/** π/2 in three pieces of 33 bits and what remains after each (fdlibm, e_rem_pio2.c). */
const PIO2_1 = 1.5707963267341256;
const PIO2_1_REST = 6.077100506506192e-11;
const PIO2_2 = 6.077100506303966e-11;
const PIO2_2_REST = 2.0222662487959506e-21;
const PIO2_3 = 2.0222662487111665e-21;
const PIO2_3_REST = 8.4784276603689e-32;
const TWO_OVER_PI = 0.6366197723675814;
/** 2^19 · π/2: up to here n · PIO2_1 is exact. */
const MEDIUM = 823549.6645826427;

/** Where {@link reduce} leaves `x - n·π/2` as the sum of two numbers, |sum| ≤ π/4. */
export const REST = new Float64Array(2);

/**
 * Splits finite `x`, |x| > π/4, into n · π/2 + rest; returns n modulo 4. Cody and Waite's
 * three-step reduction up to 2^19·π/2, exact integer arithmetic beyond.
 */
export function reduce(x: number): number {
  const size = Math.abs(x);
  if (size > MEDIUM) return reduceHuge(x);
  const n = Math.round(size * TWO_OVER_PI);
  let r = size - n * PIO2_1;
  let w = n * PIO2_1_REST;
  let y = r - w;
  const exponent = exponentOf(size);
  if (exponent - exponentOf(y) > 16) {
    let t = r;
    w = n * PIO2_2;
    r = t - w;
    w = n * PIO2_2_REST - (t - r - w);
    y = r - w;
    if (exponent - exponentOf(y) > 49) {
      t = r;
      w = n * PIO2_3;
      r = t - w;
      w = n * PIO2_3_REST - (t - r - w);
      y = r - w;
    }
  }
  const tail = r - y - w;
  REST[0] = x < 0 ? -y : y;
  REST[1] = x < 0 ? -tail : tail;
  return (x < 0 ? -n : n) & 3;
}

function exponentOf(x: number): number {
  FLOAT[0] = x;
  return (WORDS[HIGH]! >>> 20) & 0x7ff;
}

const BITS = 1240n;
let pi: bigint | undefined;
let twoOverPi: bigint | undefined;

/** Payne and Hanek's reduction with integers: x · 2/π to 1240 bits. Rare, so it may be slow. */
function reduceHuge(x: number): number {
  pi ??= machinPi(BITS);
  twoOverPi ??= (2n << (2n * BITS)) / pi;
  const exponent = exponentOf(x) - 1075;
  const mantissa = BigInt(Math.abs(x) / 2 ** exponent);
  const shift = BITS - BigInt(exponent);
  const product = mantissa * twoOverPi;
  const n = (product + (1n << (shift - 1n))) >> shift;
  const fraction = product - (n << shift);
  // fraction · π/2 with 150 bits behind the point; the closest double to n·π/2 leaves 88.
  const rest = (fraction * pi) >> (shift + BITS + 1n - 150n);
  const head = Number(rest);
  const tail = Number(rest - BigInt(head));
  const sign = x < 0 ? -1 : 1;
  REST[0] = sign * head * 2 ** -150;
  REST[1] = sign * tail * 2 ** -150;
  return (sign * Number(n & 3n)) & 3;
}

/** π · 2^bits by Machin's formula, 16·atan(1/5) − 4·atan(1/239). */
function machinPi(bits: bigint): bigint {
  const guard = 32n;
  const atanInverse = (q: bigint) => {
    let power = (1n << (bits + guard)) / q;
    let sum = 0n;
    for (let k = 1n, sign = 1n; power > 0n; k += 2n, sign = -sign) {
      sum += (sign * power) / k;
      power /= q * q;
    }
    return sum;
  };
  return (16n * atanInverse(5n) - 4n * atanInverse(239n)) >> guard;
}
