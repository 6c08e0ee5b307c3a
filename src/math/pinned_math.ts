import { acos, asin, atan, atan2 } from './arc.js';
import { cbrt } from './cbrt.js';
import { exp, expm1 } from './exp.js';
import { acosh, asinh, atanh, cosh, sinh, tanh } from './hyperbolic.js';
import { log, log1p, log2, log10 } from './log.js';
import { pow } from './pow.js';
import { cos, sin } from './sin_cos.js';
import { tan } from './tan.js';

/**
 * The functions of `Math` whose last bit depends on the engine, its version, the CPU or the C
 * library, implemented once: the algorithms of Sun's fdlibm (and of FreeBSD's msun for log2,
 * log10 and cbrt) in plain double arithmetic, the hyperbolic ones reworked; error below 1 ulp,
 * special values as in ECMAScript. All others (`sqrt`, `hypot`, `floor`, …) are exact or were
 * measured to be the same everywhere.
 */
export const pinnedMath = Object.freeze({
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  exp,
  expm1,
  log,
  log1p,
  log2,
  log10,
  pow,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  cbrt,
});

/** What a lowered `x ** y` calls: pinned for numbers, exact for BigInt. */
export function pinnedPow(x: unknown, y: unknown): number | bigint {
  if (typeof x === 'number' && typeof y === 'number') return pow(x, y);
  const base = toNumeric(x);
  const exponent = toNumeric(y);
  if (typeof base === 'number' && typeof exponent === 'number') return pow(base, exponent);
  // A mixed pair throws the engine's TypeError here.
  return (base as bigint) ** (exponent as bigint);
}

/** ECMAScript's ToNumeric. */
function toNumeric(value: unknown): number | bigint {
  if (typeof value !== 'object' && typeof value !== 'function') {
    return typeof value === 'bigint' ? value : Number(value);
  }
  if (value === null) return 0;
  // Unary minus twice is ToNumeric for objects of either kind.
  return -(-(value as unknown as number));
}
