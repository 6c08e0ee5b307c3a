import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AxisEffects } from './axis_effects.js';
import type { Point } from './campaign_plan.js';

const pointOf = (values: Point['values'], index: number): Point => ({ index, values, words: [] });
const GRID = [0, 1, 2].flatMap((a) => [0, 1].map((b) => pointOf({ a, b }, 2 * a + b)));

/** The axes without an effect, by comparing all pairs of rows that differ in one axis only. */
function idleByPairs(digests: readonly string[]): string[] {
  return (['a', 'b'] as const).filter((axis) => {
    const other = axis === 'a' ? 'b' : 'a';
    return digests.every((one, i) =>
      digests.every((two, j) => {
        const [p, q] = [GRID[i % GRID.length]!.values, GRID[j % GRID.length]!.values];
        const sameSeed = Math.floor(i / GRID.length) === Math.floor(j / GRID.length);
        return one === two || !sameSeed || p[other] !== q[other];
      }),
    );
  });
}

it('finds the axes that change no run', () => {
  const values = fc.record({ a: fc.boolean(), b: fc.boolean(), seeds: fc.nat(3), odd: fc.nat(40) });
  fc.assert(
    fc.property(values, ({ a, b, seeds, odd }) => {
      const digests = Array.from({ length: GRID.length * (seeds + 1) }, (_, row) => {
        const { values: point } = GRID[row % GRID.length]!;
        const seed = Math.floor(row / GRID.length);
        return row === odd ? 'odd' : `${seed} ${a ? point.a : ''} ${b ? point.b : ''}`;
      });
      const effects = new AxisEffects(GRID);
      for (const [row, digest] of digests.entries()) effects.add(row, digest);
      expect(effects.idle()).toEqual(idleByPairs(digests));
    }),
  );
});

it('says nothing of axes of which no two values were compared', () => {
  const effects = new AxisEffects([pointOf({ a: 1, b: 1 }, 0), pointOf({ a: 2, b: 2 }, 1)]);
  for (const row of [0, 1]) effects.add(row, 'same');
  expect(effects.idle()).toEqual([]);
});
