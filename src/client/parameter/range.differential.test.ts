import fc from 'fast-check';
import { describe, it } from 'vitest';
import { folder, outcome, real, same } from '../differential.test_support.js';
import { FloatingPointRange, IntegerRange } from './range.js';

describe.skipIf(folder === undefined)('same as the real rclnodejs (package not installed?)', () => {
  it('ranges, given other values than numbers, or arrays', async () => {
    const theirs = await real<{
      FloatingPointRange: typeof FloatingPointRange;
      IntegerRange: typeof IntegerRange;
    }>('parameter.js');
    const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double());
    const one = fc.oneof(number, number.map(String), fc.bigInt(-9n, 9n), fc.constant(null));
    const given = fc.oneof(one, fc.array(one, { maxLength: 3 }));
    const limits = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(9), fc.nat(3));
    fc.assert(
      fc.property(limits, given, ([from, size, step], x) => {
        const run = (m: typeof theirs) => () => [
          outcome(() => new m.FloatingPointRange(from, from + size, step).inRange(x)),
          outcome(() =>
            new m.IntegerRange(BigInt(from), BigInt(from + size), BigInt(step)).inRange(x),
          ),
        ];
        same(run({ FloatingPointRange, IntegerRange }), run(theirs));
      }),
      { numRuns: 1000 },
    );
  });
});
