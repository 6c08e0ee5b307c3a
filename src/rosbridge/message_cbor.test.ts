/** Messages in CBOR, read by a decoder that knows only the standards. */
import { decode } from 'cbor2';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TypeRegistry, unsignedChars } from '../interfaces/index.js';
import { publishedCbor } from './message_cbor.js';

const types = new TypeRegistry({ amentPrefixPath: '' });

/** Numbers are compared as texts: a decoder may take an integer or a bigint for the same number. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, plain);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
};

function told(name: string, values: object): unknown {
  const type = types.message(name);
  const message = type.decode(type.encode(type.normalize(values)));
  const { op, topic, msg } = decode<Record<string, unknown>>(
    publishedCbor('/topic', type, message),
  );
  expect([op, topic]).toEqual(['publish', '/topic']);
  // rclnodejs has signed chars; ROS 2 and the protocol have unsigned ones.
  return [plain(msg), plain(unsignedChars(type, message))];
}

const long = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const unsigned = fc.bigInt(0n, 2n ** 64n - 1n);
const whole = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const three = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(value, { minLength: 3, maxLength: 3 });

it('holds what the message holds, whatever its types', () => {
  const scalars = fc.record({
    bool_value: fc.boolean(),
    byte_value: fc.nat(255),
    char_value: fc.nat(255),
    float32_value: fc.float(),
    float64_value: fc.double(),
    int8_value: whole(8),
    uint8_value: fc.nat(255),
    int16_value: whole(16),
    uint16_value: fc.nat(65_535),
    int32_value: whole(32),
    uint32_value: fc.nat(),
    int64_value: long,
    uint64_value: unsigned,
  });
  const arrays = fc.record({
    bool_values: three(fc.boolean()),
    byte_values: three(fc.nat(255)),
    char_values: three(fc.nat(255)),
    float32_values: three(fc.float()),
    float64_values: three(fc.double()),
    int8_values: three(whole(8)),
    uint8_values: three(fc.nat(255)),
    int16_values: three(whole(16)),
    uint16_values: three(fc.nat(65_535)),
    int32_values: three(whole(32)),
    uint32_values: three(fc.nat()),
    int64_values: three(long),
    uint64_values: three(unsigned),
    string_values: three(fc.string()),
  });
  const check = (name: string) => (values: object) => {
    const [heard, sent] = told(name, values) as [unknown, unknown];
    expect(heard).toEqual(sent);
  };
  fc.assert(fc.property(scalars, check('test_msgs/msg/BasicTypes')));
  fc.assert(fc.property(arrays, check('test_msgs/msg/Arrays')));
  fc.assert(fc.property(arrays, check('test_msgs/msg/UnboundedSequences')));
});

it('writes long texts and lists', () => {
  for (const length of [0, 23, 24, 255, 256, 65_535, 65_536]) {
    const [heard, sent] = told('std_msgs/msg/String', { data: 'é'.repeat(length) }) as unknown[];
    expect(heard).toEqual(sent);
  }
});
