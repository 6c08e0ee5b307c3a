import { pinnedMath, pinnedPow } from '../math/index.js';
import { Patches } from './patches.js';

const converting = (fn: (x: number, y: number) => number) => {
  const unary = (x: unknown) => fn(+(x as number), Number.NaN);
  const binary = (x: unknown, y: unknown) => fn(+(x as number), +(y as number));
  return fn.length === 1 ? unary : binary;
};

/** Puts {@link pinnedMath} into `Math` and `pinnedPow` where lowered `**` finds it. */
export function patchMath(patches: Patches): void {
  for (const [name, fn] of Object.entries(pinnedMath)) {
    patches.methods(Math, { [name]: converting(fn as (x: number, y: number) => number) });
  }
  patches.value(globalThis, Symbol.for('orrery.pow'), pinnedPow);
}

/** {@link patchMath} alone; returns a function that undoes it. */
export function installPinnedMath(): () => void {
  const patches = new Patches();
  patchMath(patches);
  return () => patches.restore();
}
