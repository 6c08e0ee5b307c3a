import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream, RandomStreams } from './random.js';

describe('RandomStreams', () => {
  it('gives every name its own stream, whatever else is drawn', () => {
    const alone = new RandomStreams(7).stream('/node');
    const together = new RandomStreams(7);
    together.stream('/other').uint32();
    const draws = (stream: RandomStream) => Array.from({ length: 20 }, () => stream.uint32());
    expect(draws(together.stream('/node'))).toEqual(draws(alone));
    expect(draws(new RandomStreams(8).stream('/node'))).not.toEqual(draws(alone));
  });

  it('does not change between versions', () => {
    const stream = new RandomStreams(0).stream('/node');
    expect(Array.from({ length: 4 }, () => stream.uint32())).toMatchInlineSnapshot(`
      [
        3401818903,
        2344378122,
        1748835376,
        3626514778,
      ]
    `);
  });

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const stream = new RandomStream(seed);
        const value = stream.integer(bound);
        expect(value >= 0 && value < bound && Number.isInteger(value)).toBe(true);
        const fraction = stream.float();
        expect(fraction >= 0 && fraction < 1).toBe(true);
      }),
    );
  });

  it('is uniform', () => {
    const stream = new RandomStream(1);
    const buckets = new Array<number>(16).fill(0);
    for (let i = 0; i < 160_000; i++) buckets[Math.floor(stream.float() * 16)]!++;
    const chiSquare = buckets.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // 15 degrees of freedom: 37.7 is exceeded once in a thousand seeds; this seed is fixed.
    expect(chiSquare).toBeLessThan(37.7);
  });
});
