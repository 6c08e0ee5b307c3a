import { describe, expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const refusal = (message: string) =>
  expect.objectContaining({ code: 'ORR_MESSAGE_FIELD', message: expect.stringContaining(message) });

describe('arrays of 64-bit integers', () => {
  types.add('z_msgs/msg/Wide', 'int64[] i\nuint64[2] u\nint64[<=3] few\nuint64[2] preset [1, 2]\n');
  const wide = types.message('z_msgs/Wide');
  const expected = { i: [-1n, 2n], u: [0n, 2n ** 64n - 1n], few: [7n], preset: [1n, 2n] };

  it.each([
    ['bigints', { i: [-1n, 2n], u: [0n, 2n ** 64n - 1n], few: [7n] }],
    ['safe integers among them', { i: [-1, 2n], u: [0, 2n ** 64n - 1n], few: [7] }],
    [
      'the matching typed array',
      {
        i: BigInt64Array.of(-1n, 2n),
        u: BigUint64Array.of(0n, 2n ** 64n - 1n),
        few: BigInt64Array.of(7n),
      },
    ],
    [
      'any other typed array',
      {
        i: Int32Array.of(-1, 2),
        u: BigUint64Array.of(0n, 2n ** 64n - 1n),
        few: Float64Array.of(7),
      },
    ],
  ])('are plain arrays of bigint, made of %s', (_name, input) => {
    const value = wide.normalize(input);
    expect(value).toStrictEqual(expected);
    expect(wide.copy(value)).toStrictEqual(expected);
    expect(wide.decode(wide.encode(value))).toStrictEqual(expected);
    expect(wide.normalize(input, { strict: true })).toStrictEqual(expected);
  });

  it('default to zeros, empty or what the definition says', () => {
    const zeros = { i: [], u: [0n, 0n], few: [], preset: [1n, 2n] };
    expect(wide.create()).toStrictEqual(zeros);
    expect(wide.create().preset).not.toBe(wide.create().preset);
    expect(wide.normalize({}, { strict: true })).toStrictEqual(zeros);
  });

  it('can be mapped to numbers by a node', () => {
    const { data } = types.message('std_msgs/Int64MultiArray').normalize({ data: [1, 2] });
    expect((data as bigint[]).map((x) => Number(x))).toEqual([1, 2]);
  });

  it('refuse wrong lengths and values out of range', () => {
    expect(() => wide.normalize({ u: BigUint64Array.of(1n) })).toThrow(refusal('exactly 2'));
    expect(() => wide.normalize({ few: new BigInt64Array(4) })).toThrow(refusal('at most 3'));
    expect(() => wide.normalize({ u: [1n, -1n] })).toThrow(refusal('u[1]'));
    expect(() => wide.normalize({ u: BigInt64Array.of(1n, -1n) })).toThrow(refusal('u[1]'));
    expect(() => wide.normalize({ i: [2 ** 60] })).toThrow(refusal('i[0]'));
  });
});
