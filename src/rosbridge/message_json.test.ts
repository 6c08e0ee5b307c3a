import { expect, it } from 'vitest';
import { TypeRegistry } from '../interfaces/index.js';
import { fromJson, toJson } from './message_json.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
types.add(
  'test_msgs/msg/Mixed',
  'int64 long\nuint64[] longs\nfloat64 number\nuint8[] bytes\nstring[] words\n',
);
const mixed = types.message('test_msgs/msg/Mixed');

it('writes all digits, bytes in base64 and numbers that JSON does not have as null', () => {
  const message = mixed.normalize({
    long: -9007199254740993n,
    longs: [18446744073709551615n],
    number: Number.NaN,
    bytes: Uint8Array.of(1, 255),
    words: ['a"b', ''],
  });
  const text = toJson(mixed, message);
  expect(text).toBe(
    '{"long":-9007199254740993,"longs":[18446744073709551615],"number":null,"bytes":"Af8=","words":["a\\"b",""]}',
  );
});

it('reads integers as numbers and texts, bytes as base64 and lists, and fills in what is left out', () => {
  const read = fromJson(mixed, {
    long: '-9007199254740993',
    longs: [5],
    number: null,
    bytes: 'Af8=',
  });
  expect(read).toMatchObject({ long: -9007199254740993n, number: Number.NaN, words: [] });
  expect(read).toEqual(
    fromJson(mixed, { ...read, bytes: [1, 255], long: '-9007199254740993', longs: ['5'] }),
  );
});

it('reads null as a message of defaults', () => {
  expect(fromJson(mixed, null)).toEqual(mixed.create());
});

it.each([[{ other: 1 }], [{ long: 0.5 }], [{ long: '1e3' }], [{ longs: 5 }], [[]], ['x']])(
  'refuses what does not fit: %j',
  (json) => expect(() => fromJson(mixed, json)).toThrow(/does not fit/),
);
