import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestSettings } from './fewest_settings.js';

const AXES = ['a', 'b', 'c', 'd', 'e'];
/** Every nonempty subset of the axes with which the run passes. */
const SUBSETS = Array.from({ length: 2 ** AXES.length - 1 }, (_, i) =>
  AXES.filter((_axis, bit) => ((i + 1) >> bit) % 2 === 1),
);

describe('the fewest settings that fail', () => {
  it('are as few as possible, whatever causes the failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 31, maxLength: 31 }), async (fail) => {
        // With all of its settings, it is the failing run itself.
        const failing = new Set(
          SUBSETS.filter((axes, i) => fail[i] || axes.length === AXES.length).map(String),
        );
        const least = Math.min(
          ...SUBSETS.filter((axes) => failing.has(String(axes))).map((axes) => axes.length),
        );
        const found = await fewestSettings(AXES, 100, async (axes) =>
          failing.has(String([...axes])),
        );
        expect(found).toMatchObject({ proved: true });
        expect(found.axes).toHaveLength(least);
        expect(failing.has(String(found.axes))).toBe(true);
      }),
    );
  });

  it('never take more runs than allowed, and are not called proved if more could be tried', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), async (most) => {
        let runs = 0;
        const found = await fewestSettings(AXES, most, async (axes) => {
          runs++;
          return axes.has('b') && axes.has('e');
        });
        expect([runs, found.runs]).toEqual([found.runs, Math.min(most, 9)]);
        expect(found.proved).toBe(most >= 9);
        expect(found.axes).toEqual(expect.arrayContaining(['b', 'e']));
      }),
    );
  });
});
