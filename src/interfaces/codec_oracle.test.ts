import { parse } from '@foxglove/rosmsg';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg2-serialization';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii, cases, PRIMITIVES } from './generated_types.test_support.js';
import type { MessageObject, MessageType } from './message_type.js';

/** Converts a value to the oracle's conventions, where `char` is uint8. */
function forOracle(type: MessageType, value: MessageObject): MessageObject {
  const result: MessageObject = {};
  for (const member of type.members) {
    const { name } = member.field;
    const v = value[name];
    if (member.field.type.primitive === 'char') {
      result[name] =
        typeof v === 'number' ? v & 0xff : Uint8Array.from(v as Int8Array, (x) => x & 0xff);
    } else if (member.nested !== undefined) {
      const nested = member.nested;
      result[name] = Array.isArray(v)
        ? v.map((x) => forOracle(nested, x as MessageObject))
        : forOracle(nested, v as MessageObject);
    } else result[name] = v;
  }
  return result;
}

describe('CDR against an independent implementation', () => {
  it('gives the same bytes and the same values', () => {
    fc.assert(
      // The other parser does not know nested messages without fields.
      fc.property(cases(PRIMITIVES, ascii, 1), ({ schema, type, value }) => {
        const definitions = parse(schema, { ros2: true });
        const theirs = new MessageWriter(definitions).writeMessage(forOracle(type, value));
        const ours = type.encode(value);
        expect(Buffer.from(ours).toString('hex')).toBe(Buffer.from(theirs).toString('hex'));
        const read = new MessageReader(definitions).readMessage(ours);
        expect(type.normalize(read)).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });
});
