import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromExactJson, toExactJson } from './exact_json.js';

/** Plain data as configurations hold it; members that are undefined do not count. */
const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double(),
    fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER),
    fc.bigInt(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(tie('value'), fc.constant(undefined))),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('$bigint', '$map', '$object', '$')),
      tie('value'),
      { noNullPrototype: true },
    ),
    fc.array(fc.tuple(tie('value'), tie('value'))).map((pairs) => new Map(pairs)),
    fc.array(tie('value')).map((values) => new Set(values)),
  ),
})).value;

describe('exact JSON', () => {
  it('restores every value', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(toExactJson(value));
        expect(fromExactJson(JSON.parse(text))).toStrictEqual(value);
      }),
    );
  });

  it('keeps what JSON can express, and omits undefined members', () => {
    const plain = { a: [1, 'x', null, true], b: { c: -1.5 } };
    expect(toExactJson({ ...plain, d: undefined })).toEqual(plain);
    expect(toExactJson({ start: 12n })).toEqual({ start: { $bigint: '12' } });
  });
});
