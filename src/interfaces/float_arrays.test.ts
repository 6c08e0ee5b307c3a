import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const number = fc.oneof(
  { weight: 20, arbitrary: fc.double({ noNaN: true }) },
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e308, 3e38),
);
const numbers = fc.oneof(fc.array(number, { maxLength: 12 }), fc.array(number, { maxLength: 300 }));

/** The values after a round trip, each in a message of its own. */
function oneByOne(typeName: string, values: readonly number[]): string {
  const type = types.message(typeName);
  return values.map((data) => hex(type.encode(type.normalize({ data })).subarray(4))).join('');
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it.each(['std_msgs/msg/Float32', 'std_msgs/msg/Float64'])(
  'writes an array of %s as its elements one by one, whichever way is faster',
  (scalar) => {
    const type = types.message(`${scalar}MultiArray`);
    fc.assert(
      fc.property(numbers, (data) => {
        const encoded = hex(type.encode(type.normalize({ data })));
        expect(encoded.endsWith(oneByOne(scalar, data))).toBe(true);
      }),
    );
  },
);
