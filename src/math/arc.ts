import { remainderOf, short } from './float_bits.js';

const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const PI = Math.PI;
const PI_LOW = 1.2246467991473532e-16;

/** Coefficients of fdlibm's e_asin.c: (asin(x)-x)/x^3 as a quotient of polynomials in x². */
const P0 = 0.16666666666666666;
const P1 = -0.3255658186224009;
const P2 = 0.20121253213486293;
const P3 = -0.04005553450067941;
const P4 = 0.0007915349942898145;
const P5 = 0.00003479331075960212;
const Q1 = -2.403394911734414;
const Q2 = 2.0209457602335057;
const Q3 = -0.6882839716054533;
const Q4 = 0.07703815055590194;

function ratio(z: number): number {
  const p = z * (P0 + z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5)))));
  return p / (1 + z * (Q1 + z * (Q2 + z * (Q3 + z * Q4))));
}

/** Pinned `Math.asin`. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < 7.450580596923828e-9 ? x : x + x * ratio(x * x);
  if (size >= 1) return size === 1 ? x * HALF_PI + x * HALF_PI_LOW : NaN;
  if (Number.isNaN(size)) return NaN;
  // asin(x) = π/2 - 2·asin(√((1-x)/2))
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  const r = ratio(z);
  let value: number;
  if (size > 0.975) value = HALF_PI - (2 * (s + s * r) - HALF_PI_LOW);
  else {
    const high = short(s);
    const rest = (z - high * high) / (s + high);
    const low = 2 * s * r - (HALF_PI_LOW - 2 * rest);
    value = HALF_PI / 2 - (low - (HALF_PI / 2 - 2 * high));
  }
  return x < 0 ? -value : value;
}

/** Pinned `Math.acos`. */
export function acos(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return HALF_PI - (x - (HALF_PI_LOW - x * ratio(x * x)));
  if (size >= 1) {
    if (x === 1) return 0;
    return x === -1 ? PI : NaN;
  }
  if (Number.isNaN(size)) return NaN;
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  if (x < 0) return PI - 2 * (s + (ratio(z) * s - HALF_PI_LOW));
  const high = short(s);
  const rest = (z - high * high) / (s + high);
  return 2 * (high + (ratio(z) * s + rest));
}

/** atan(0.5), atan(1), atan(1.5), atan(∞), each in two pieces (fdlibm, s_atan.c). */
const ATAN_HIGH = [0.4636476090008061, 0.7853981633974483, 0.982793723247329, HALF_PI] as const;
const ATAN_LOW = [
  2.2698777452961687e-17,
  3.061616997868383e-17,
  1.3903311031230998e-17,
  HALF_PI_LOW,
] as const;
const A0 = 0.3333333333333293;
const A1 = -0.19999999999876483;
const A2 = 0.14285714272503466;
const A3 = -0.11111110405462356;
const A4 = 0.09090887133436507;
const A5 = -0.0769187620504483;
const A6 = 0.06661073137387531;
const A7 = -0.058335701337905735;
const A8 = 0.049768779946159324;
const A9 = -0.036531572744216916;
const A10 = 0.016285820115365782;

/** Pinned `Math.atan`. */
export function atan(x: number): number {
  return Number.isNaN(x) ? NaN : atanPlus(x, 0);
}

/** What rounding lost of the last {@link atanPlus} of a positive argument. */
let atanLow = 0;

/** atan(argument) + tail for a |tail| below an ulp of the result, of the argument's sign. */
function atanPlus(argument: number, tail: number): number {
  const size = Math.abs(argument);
  let x = size;
  let part = -1;
  if (size >= 0.4375) {
    if (size >= 73786976294838210000) return argument < 0 ? -HALF_PI : HALF_PI; // 2^66
    if (size < 0.6875) {
      part = 0;
      x = (2 * size - 1) / (2 + size);
    } else if (size < 1.1875) {
      part = 1;
      x = (size - 1) / (size + 1);
    } else if (size < 2.4375) {
      part = 2;
      x = (size - 1.5) / (1 + 1.5 * size);
    } else {
      part = 3;
      x = -1 / size;
    }
  } else if (size < 7.450580596923828e-9) return argument;
  const z = x * x;
  const w = z * z;
  const even = z * (A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * A10)))));
  const odd = w * (A1 + w * (A3 + w * (A5 + w * (A7 + w * A9))));
  const sum = even + odd;
  const base = part < 0 ? x : ATAN_HIGH[part]!;
  const rest = part < 0 ? x * sum - tail : x * sum - (ATAN_LOW[part]! + tail) - x;
  const value = base - rest;
  atanLow = base - value - rest;
  return argument < 0 ? -value : value;
}

/** Pinned `Math.atan2`. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const left = x < 0 || Object.is(x, -0);
  const negative = y < 0 || Object.is(y, -0);
  const angle = atanOfSizes(Math.abs(y), Math.abs(x), left);
  return negative ? -angle : angle;
}

/** Angle in [0, π] of (±x, y) for x, y ≥ 0. */
function atanOfSizes(y: number, x: number, left: boolean): number {
  if (y === 0) return left ? PI : 0;
  if (x === 0) return HALF_PI;
  if (x === Infinity) {
    if (y === Infinity) return left ? 2.356194490192345 : HALF_PI / 2;
    return left ? PI : 0;
  }
  if (y === Infinity) return HALF_PI;
  const quotient = y / x;
  const tail = quotientTail(y, x, quotient) / (1 + quotient * quotient);
  if (!left) return atanPlus(quotient, tail);
  if (quotient > 1e19) return HALF_PI;
  atanLow = 0;
  const angle = atanPlus(quotient, tail);
  const supplement = PI - angle;
  return supplement + (PI - supplement - angle + (PI_LOW - atanLow));
}

/** What rounding lost of y / x, where it matters to the angle. */
function quotientTail(y: number, x: number, quotient: number): number {
  if (quotient < 7.450580596923828e-9 || quotient > 9007199254740992) return 0;
  const unit = x > 1 ? 2 ** -300 : 2 ** 300;
  const inRange = x < 2 ** 400 && x > 2 ** -400;
  if (inRange) return remainderOf(y, quotient, x) / x;
  return remainderOf(y * unit, quotient, x * unit) / (x * unit);
}
