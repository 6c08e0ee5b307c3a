import fc from 'fast-check';
import { describe, it } from 'vitest';
import { folder, real, same } from '../differential.test_support.js';
import { toJSONSafe, toJSONString, toPlainArrays } from './serialization_mode.js';

describe.skipIf(folder === undefined)('same as the real rclnodejs (package not installed?)', () => {
  it('JSON helpers', async () => {
    const theirs = (await real('message_serialization.js')) as Record<
      string,
      (v: unknown) => unknown
    >;
    const anything = fc.anything({ withBigInt: true, withTypedArray: true, withSparseArray: true });
    fc.assert(
      fc.property(anything, (value) => {
        same(
          () => toJSONSafe(value),
          () => theirs.toJSONSafe?.(value),
        );
        same(
          () => toPlainArrays(value),
          () => theirs.toPlainArrays?.(value),
        );
        same(
          () => toJSONString(value),
          () => theirs.toJSONString?.(value),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
