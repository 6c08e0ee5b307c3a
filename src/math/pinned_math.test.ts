import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinnedMath, pinnedPow } from './pinned_math.js';
import { reference, referencePi, ulpError } from './reference.test_support.js';

type Name = keyof typeof pinnedMath;
type Fn = (x: number, y: number) => number;

/** A fixed sequence: the inputs are the same in every run and on every machine. */
function sequence(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 + ((a >>> 0) % 2 ** 20) / 2 ** 52;
  };
}

const linear = (low: number, high: number) => (u: number) => low + u * (high - low);
/** Sizes spread evenly over powers of two, either sign. */
const spread = (low: number, high: number) => (u: number) => {
  const v = (u * 1e6) % 1;
  return (u < 0.5 ? -1 : 1) * 2 ** (low + ((u * 2) % 1) * (high - low)) * (1 + v * 0.99);
};
const positive = (of: (u: number) => number) => (u: number) => Math.abs(of(u));

/** Where each function is tested; every class gets an equal share of the inputs. */
const CLASSES: Record<Name, ((u: number) => number)[]> = {
  sin: [linear(-1, 1), linear(-7, 7), linear(-1000, 1000), spread(-20, 60), spread(60, 1000)],
  cos: [linear(-1, 1), linear(-7, 7), linear(-1000, 1000), spread(-20, 60), spread(60, 1000)],
  tan: [linear(-1, 1), linear(-7, 7), linear(-1000, 1000), spread(-20, 60), spread(60, 1000)],
  asin: [linear(-1, 1), spread(-26, -1), linear(0.97, 1), linear(0.5, 0.51)],
  acos: [linear(-1, 1), spread(-26, -1), linear(0.97, 1), linear(-1, -0.97)],
  atan: [linear(-4, 4), spread(-26, 40), linear(0.3, 0.8)],
  atan2: [linear(-2, 2), linear(-300, 300), spread(-20, 20)],
  exp: [linear(-1, 1), linear(-40, 40), linear(-744, 709)],
  expm1: [linear(-1, 1), linear(-40, 40), spread(-40, 6), linear(-0.5, 0.5)],
  log: [linear(0, 2), linear(0.9, 1.1), positive(spread(-200, 200)), linear(0, 1000)],
  log1p: [linear(-0.999, 1), spread(-40, -2), linear(0, 1000), linear(-0.4, 0.6)],
  log2: [linear(0, 2), linear(0.9, 1.1), positive(spread(-200, 200))],
  log10: [linear(0, 2), linear(0.9, 1.1), positive(spread(-200, 200))],
  pow: [linear(0, 3), linear(0, 40), linear(0.99, 1.01), positive(spread(-8, 8))],
  sinh: [linear(-1, 1), linear(-30, 30), spread(-26, 7)],
  cosh: [linear(-1, 1), linear(-30, 30), spread(-26, 7), linear(0.3, 0.4)],
  tanh: [linear(-1, 1), linear(-25, 25), spread(-26, 4), linear(0.4, 0.6)],
  asinh: [linear(-3, 3), linear(-100, 100), spread(-26, 60)],
  acosh: [linear(1, 3), linear(1, 1.01), positive(spread(1, 60)), linear(1, 100)],
  atanh: [linear(-0.999, 0.999), spread(-26, -2), linear(0.9, 1)],
  cbrt: [linear(-10, 10), spread(-60, 60)],
};
const NAMES = Object.keys(CLASSES) as Name[];
/** Second arguments of pow and atan2. */
const SECOND: Partial<Record<Name, (u: number) => number>> = {
  pow: linear(-20, 20),
  atan2: linear(-3, 3),
};

function inputs(name: Name, count: number): [number, number][] {
  const next = sequence(name.length * 7919 + name.charCodeAt(0));
  const classes = CLASSES[name];
  return Array.from({ length: count }, (_, i) => {
    const x = classes[i % classes.length]!(next());
    return [x, SECOND[name]?.(next()) ?? 0];
  });
}

it('has a sound reference', () => {
  expect(ulpError(Math.PI, referencePi)).toBeLessThan(0.5);
  expect(ulpError(Math.E, reference.exp!(1, 0))).toBeLessThan(0.5);
  expect(ulpError(Math.LN2, reference.log!(2, 0))).toBeLessThan(0.5);
  expect(ulpError(Math.SQRT2, reference.pow!(2, 0.5))).toBeLessThan(0.5);
  expect(ulpError(1, reference.tan!(Math.PI / 4, 0))).toBeLessThan(1);
});

describe('accuracy against reference values', () => {
  it.each(NAMES)('%s is within 1 ulp', (name) => {
    const fn = pinnedMath[name] as Fn;
    let worst = 0;
    let at: number[] = [];
    for (const [x, y] of inputs(name, 1500)) {
      const value = fn(x, y);
      if (!Number.isFinite(value) || Math.abs(value) < 1e-300) continue;
      const error = ulpError(value, reference[name]!(x, y));
      if (error > worst) {
        worst = error;
        at = [x, y, value];
      }
    }
    if (process.env.ORRERY_SHOW_ULP) process.stdout.write(`${name} ${worst} at ${at}\n`);
    expect(worst, `${name}(${at})`).toBeLessThan(1);
  });
});

/** Units in the last place between two doubles of the same sign. */
function ulpsApart(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  const view = new DataView(new ArrayBuffer(16));
  view.setFloat64(0, Math.abs(a));
  view.setFloat64(8, Math.abs(b));
  const distance = view.getBigInt64(0) - view.getBigInt64(8);
  if (Math.sign(a) !== Math.sign(b)) return Number.POSITIVE_INFINITY;
  return Math.abs(Number(distance));
}

/** The engine's own error where it exceeds 1 ulp (it is fdlibm's; ours is more accurate). */
const ENGINE_ERROR: Partial<Record<Name, number>> = {
  sinh: 3,
  cosh: 2,
  tanh: 3,
  asinh: 3,
  acosh: 3,
  atanh: 3,
  log2: 2,
  log10: 2,
};

describe('agreement with the engine', () => {
  it.each(NAMES)('%s over 100,000 inputs', (name) => {
    const own = pinnedMath[name] as Fn;
    const native = Math[name] as Fn;
    let worst = 0;
    let different = 0;
    for (const [x, y] of inputs(name, 100_000)) {
      const apart = ulpsApart(own(x, y), native(x, y));
      if (apart > 0) different += 1;
      if (apart > worst) worst = apart;
    }
    if (process.env.ORRERY_SHOW_ULP)
      process.stdout.write(`${name} vs engine ${worst} ${different}\n`);
    expect(worst).toBeLessThanOrEqual(ENGINE_ERROR[name] ?? 1);
  });
});

describe('special values', () => {
  const values = [
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    Infinity,
    -Infinity,
    NaN,
    5e-324,
    -5e-324,
    1e308,
    -1e308,
    2.5,
    -2.5,
    1024,
    -1075,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    1e-310,
    710,
    -745.2,
    709.9,
    2 ** 31 + 1,
    2 ** 70,
    1 - 2 ** -53,
    1 + 2 ** -52,
  ];
  it.each(NAMES)('%s agrees with ECMAScript', (name) => {
    const own = pinnedMath[name] as Fn;
    const native = Math[name] as Fn;
    const seconds = SECOND[name] ? values : [0];
    for (const x of values) {
      for (const y of seconds) {
        const [a, b] = [own(x, y), native(x, y)];
        const close = Number.isFinite(b) && b !== 0 ? ulpsApart(a, b) <= 2 : Object.is(a, b);
        expect(close, `${name}(${x}, ${y}) = ${a}, not ${b}`).toBe(true);
      }
    }
  });

  it('has exact powers of ten and of two where doubles do', () => {
    for (let k = -1074; k <= 1023; k += 1) expect(pinnedMath.pow(2, k)).toBe(2 ** k);
    for (let k = 0; k <= 22; k += 1) {
      expect(pinnedMath.pow(10, k)).toBe(Number(`1e${k}`));
      expect(pinnedMath.log10(Number(`1e${k}`))).toBe(k);
    }
    for (let k = -1074; k <= 1023; k += 1) expect(pinnedMath.log2(2 ** k)).toBe(k);
    for (let k = -100; k <= 100; k += 1) expect(pinnedMath.cbrt(k ** 3)).toBe(k);
  });

  it('is odd or even as it should be', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        for (const name of [
          'sin',
          'tan',
          'asin',
          'atan',
          'sinh',
          'tanh',
          'asinh',
          'atanh',
          'cbrt',
        ] as const) {
          expect(pinnedMath[name](-x)).toBe(-pinnedMath[name](x));
        }
        for (const name of ['cos', 'cosh'] as const)
          expect(pinnedMath[name](-x)).toBe(pinnedMath[name](x));
      }),
    );
  });
});

describe('pinnedPow', () => {
  it('takes what ** takes', () => {
    expect(pinnedPow(2, 10)).toBe(1024);
    expect(pinnedPow(2n, 70n)).toBe(1180591620717411303424n);
    expect(pinnedPow('3', null)).toBe(1);
    expect(pinnedPow({ valueOf: () => 3 }, [2])).toBe(9);
    expect(pinnedPow(Object(2n), 3n)).toBe(8n);
    expect(pinnedPow(undefined, 2)).toBeNaN();
    expect(() => pinnedPow(2n, 2)).toThrow(TypeError);
    expect(() => pinnedPow(2n, -1n)).toThrow(RangeError);
  });
});
