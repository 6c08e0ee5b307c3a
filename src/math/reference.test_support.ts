/**
 * Reference values by integer arithmetic: numbers are integers scaled by 2^-BITS. Independent
 * of the functions under test except for a starting point that Newton's method improves.
 */
const BITS = 320n;
const ONE = 1n << BITS;
/** A reference value: `mantissa` · 2^`exponent`. */
export interface Exact {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const mul = (a: bigint, b: bigint) => (a * b) >> BITS;
const div = (a: bigint, b: bigint) => (a << BITS) / b;

/** Exact integer and binary exponent of a finite double. */
function split(x: number): [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return [x < 0 ? -mantissa : mantissa, (biased === 0 ? 1 : biased) - 1075];
}

const shift = (a: bigint, by: number) => (by >= 0 ? a << BigInt(by) : a >> BigInt(-by));
export const fixed = (x: number) => {
  const [mantissa, exponent] = split(x);
  return shift(mantissa, exponent + Number(BITS));
};
const toNumber = (a: bigint) => {
  const size = a < 0n ? -a : a;
  const extra = Math.max(0, size.toString(2).length - 60);
  return Number(a >> BigInt(extra)) * 2 ** (extra - Number(BITS));
};
const asExact = (a: bigint): Exact => ({ mantissa: a, exponent: -Number(BITS) });

function atanInverse(q: bigint, one: bigint): bigint {
  let sum = 0n;
  let power = one / q;
  for (let k = 1n, sign = 1n; power > 0n; k += 2n, sign = -sign, power /= q * q) {
    sum += (sign * power) / k;
  }
  return sum;
}
const WIDE = 1500n;
const piWide = 16n * atanInverse(5n, 1n << WIDE) - 4n * atanInverse(239n, 1n << WIDE);
const PI = piWide >> (WIDE - BITS);

/** Taylor series of e^r for small r. */
function expSmall(r: bigint): bigint {
  const steps = 12n;
  let term = ONE;
  let sum = ONE;
  const part = r >> steps;
  for (let k = 1n; term !== 0n && k < 60n; k += 1n) {
    term = mul(term, part) / k;
    sum += term;
  }
  for (let i = 0n; i < steps; i += 1n) sum = mul(sum, sum);
  return sum;
}
const LN2 = (() => {
  let sum = 0n;
  for (let k = 1n; k < BITS; k += 1n) sum += ONE / (k << k);
  return sum;
})();

/** e^a of a scaled number, as mantissa · 2^exponent. */
function expOf(a: bigint): Exact {
  const k = (a + LN2 / 2n) / LN2 - (a < 0n ? 1n : 0n);
  return { mantissa: expSmall(a - k * LN2), exponent: Number(k) - Number(BITS) };
}
const expFixed = (a: bigint) => {
  const { mantissa, exponent } = expOf(a);
  return shift(mantissa, exponent + Number(BITS));
};

/** log of a scaled number > 0 by two steps of Halley's method. */
function logOf(a: bigint): bigint {
  const length = a.toString(2).length;
  const k = length - 1 - Number(BITS);
  const m = shift(a, -k); // in [1, 2)
  let y = fixed(Math.log(toNumber(m)));
  for (let i = 0; i < 2; i += 1) {
    const e = expFixed(y);
    y += div(2n * (m - e), m + e);
  }
  return y + BigInt(k) * LN2;
}

function root(a: bigint): bigint {
  const n = a << BITS;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** sin and cos of a small scaled angle. */
function sinCosSmall(r: bigint): [bigint, bigint] {
  let sin = 0n;
  let cos = 0n;
  let term = ONE;
  for (let k = 1n; term !== 0n; k += 1n) {
    const sign = (k - 1n) % 4n < 2n ? 1n : -1n;
    if (k % 2n === 1n) cos += sign * term;
    else sin += sign * term;
    term = mul(term, r) / k;
  }
  return [sin, cos];
}

/** [sin, cos] of any double. */
function sinCos(x: number): [bigint, bigint] {
  const [mantissa, exponent] = split(x);
  const wide = shift(mantissa, exponent + Number(WIDE));
  const half = piWide >> 1n;
  const n = (2n * wide + half) / (2n * half) - (wide < 0n ? 1n : 0n);
  const [s, c] = sinCosSmall((wide - n * half) >> (WIDE - BITS));
  const turns: [bigint, bigint][] = [
    [s, c],
    [c, -s],
    [-s, -c],
    [-c, s],
  ];
  return turns[Number(((n % 4n) + 4n) % 4n)]!;
}

/** Angle of (x, y) scaled, by one correction of the double angle (cubic convergence). */
function angle(y: bigint, x: bigint): bigint {
  const guess = Math.atan2(toNumber(y), toNumber(x));
  const [s, c] = sinCosSmall(fixed(guess));
  const d = div(mul(y, c) - mul(x, s), mul(x, c) + mul(y, s));
  return fixed(guess) + d - mul(d, mul(d, d)) / 3n;
}

const half = (a: bigint) => asExact(a >> 1n);

/** Reference of each pinned function. */
export const reference: Record<string, (x: number, y: number) => Exact> = {
  sin: (x) => asExact(sinCos(x)[0]),
  cos: (x) => asExact(sinCos(x)[1]),
  tan: (x) => {
    const [s, c] = sinCos(x);
    return asExact(div(s, c));
  },
  asin: (x) => asExact(angle(fixed(x), root(ONE - mul(fixed(x), fixed(x))))),
  acos: (x) => asExact(angle(root(ONE - mul(fixed(x), fixed(x))), fixed(x))),
  atan: (x) => asExact(angle(fixed(x), ONE)),
  atan2: (y, x) => asExact(angle(fixed(y), fixed(x))),
  exp: (x) => expOf(fixed(x)),
  expm1: (x) => asExact(expFixed(fixed(x)) - ONE),
  log: (x) => asExact(logOf(fixed(x))),
  log1p: (x) => asExact(logOf(ONE + fixed(x))),
  log2: (x) => asExact(div(logOf(fixed(x)), LN2)),
  log10: (x) => asExact(div(logOf(fixed(x)), logOf(10n * ONE))),
  pow: (x, y) => expOf(mul(fixed(y), logOf(fixed(x)))),
  sinh: (x) => half(expFixed(fixed(x)) - expFixed(-fixed(x))),
  cosh: (x) => half(expFixed(fixed(x)) + expFixed(-fixed(x))),
  tanh: (x) => {
    const e = expFixed(2n * fixed(x));
    return asExact(div(e - ONE, e + ONE));
  },
  asinh: (x) => asExact(logOf(fixed(x) + root(mul(fixed(x), fixed(x)) + ONE))),
  acosh: (x) => asExact(logOf(fixed(x) + root(mul(fixed(x), fixed(x)) - ONE))),
  atanh: (x) => half(logOf(div(ONE + fixed(x), ONE - fixed(x)))),
  cbrt: (x) => {
    let y = fixed(Math.cbrt(x));
    for (let i = 0; i < 3; i += 1) y += (div(fixed(x), mul(y, y)) - y) / 3n;
    return asExact(y);
  },
};

/** π, for tests of the reference itself. */
export const referencePi = asExact(PI);

/** Distance of double `y` from the exact value in units of the last place of `y`. */
export function ulpError(y: number, { mantissa, exponent }: Exact): number {
  const [m, e] = split(y);
  const low = Math.min(e, exponent);
  const difference = shift(m, e - low) - shift(mantissa, exponent - low);
  const size = difference < 0n ? -difference : difference;
  const unit = e - low;
  // Three more bits of the quotient are enough for a bound.
  return Number((size << 10n) >> BigInt(unit)) / 1024;
}
