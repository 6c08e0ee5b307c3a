import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Graph, Publisher } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import {
  CALLBACK_DEFINITION,
  CALLBACK_TYPE,
  decodeCallback,
  FoldedCallback,
} from './callback_message.js';
import {
  decodePublication,
  PUBLICATION_DEFINITION,
  PUBLICATION_TYPE,
  PublicationEncoder,
} from './publication_message.js';
import type { CallbackRecord } from './sinks.js';
import {
  decodeSystem,
  encodeSystem,
  SYSTEM_DEFINITION,
  SYSTEM_TYPE,
  type SystemDescription,
} from './system_description.js';
import { unfolded } from './unfolded.test_support.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const node = new Graph({ kernel: new Kernel() }).createNode({ name: 'node' });
const publisher = new Publisher(node, '/topic', types.message('std_msgs/msg/UInt64'));
const large = fc.maxSafeNat();
const word = fc.nat(0xffffffff);

const callbacks = fc.record({
  number: large,
  cause: large,
  duration: large,
  input: word,
  outputs: word,
  output: word,
  thread: word,
  overwritten: word,
  waited: large,
  sequence: large,
  travelled: large,
  state: word,
});
/** Long enough to exceed the encoder's first buffer. */
const sent = fc.array(fc.tuple(word, large), { maxLength: 100 });

/** The fields as the message type expects them: 64-bit numbers as BigInts. */
function asMessage(fields: Record<string, unknown>): Record<string, unknown> {
  const field = ([name, value]: [string, unknown]) => [
    name,
    name === 'sequences' ? (value as number[]).map(BigInt) : value,
  ];
  const type = types.fromSchema(CALLBACK_TYPE, CALLBACK_DEFINITION);
  return type.normalize(Object.fromEntries(Object.entries(fields).map(field)));
}

/** The encoded record, with the omitted words put back. */
function encoded(record: CallbackRecord, from: number, publishers: readonly number[]): Uint8Array {
  const callback = new FoldedCallback();
  callback.take(record, from, publishers);
  return unfolded(callback);
}

it('encodes callbacks as their definition says, and reads them back', () => {
  const type = types.fromSchema(CALLBACK_TYPE, CALLBACK_DEFINITION);
  fc.assert(
    fc.property(callbacks, word, sent, (fields, from, messages) => {
      const publishers = messages.map(([publisher]) => publisher);
      const sequences = messages.map(([, sequence]) => sequence);
      const record = { ...fields, time: 0, published: messages.length, sequences };
      const bytes = encoded(record as CallbackRecord, from, publishers);
      const expected = { ...fields, publisher: from, publishers, sequences };
      expect(type.encode(asMessage(expected))).toEqual(bytes);
      expect(decodeCallback(bytes)).toEqual(expected);
      if (messages.length > 0) expect(decodeCallback(bytes.subarray(0, -1))).toBeUndefined();
    }),
  );
});

it('reads callbacks of earlier versions, which lack the publisher or the publications', () => {
  const record = { number: 7, published: 0 } as CallbackRecord;
  const bytes = encoded(record, 3, []);
  const none = { publishers: [], sequences: [] };
  expect(decodeCallback(bytes.slice(0, 60))).toMatchObject({ number: 7, publisher: 0, ...none });
  expect(decodeCallback(bytes.slice(0, 84))).toMatchObject({ number: 7, publisher: 3, ...none });
});

it('encodes publications as their definition says, and reads them back', () => {
  const type = types.fromSchema(PUBLICATION_TYPE, PUBLICATION_DEFINITION);
  const encoder = new PublicationEncoder();
  fc.assert(
    fc.property(
      large,
      large,
      fc.nat(),
      large,
      word,
      word,
      (sequence, cause, now, input, by, of) => {
        const callback = { time: 0, sequence: input } as CallbackRecord;
        const bytes = encoder.encode(
          { publisher, sequence, cause, by: undefined, callback },
          now,
          by,
          of,
        );
        const decoded = type.decode(bytes.slice()) as Record<string, unknown>;
        expect(Object.values(decoded).map(Number)).toEqual([sequence, cause, now, input, by, of]);
        expect(Object.values(decodePublication(bytes)!)).toEqual([
          sequence,
          cause,
          now,
          input,
          by,
          of,
        ]);
      },
    ),
  );
});

it('encodes the description of a system as its definition says, and reads it back', () => {
  const type = types.fromSchema(SYSTEM_TYPE, SYSTEM_DEFINITION);
  const system: SystemDescription = {
    format: 'orrery-system/1',
    end: 5,
    executors: [],
    entities: [],
    publishers: [{ id: 1, node: '/nö', topic: '/t', messages: 2 }],
  };
  const bytes = encodeSystem(system);
  expect(JSON.parse((type.decode(bytes) as { description: string }).description)).toEqual(system);
  expect(decodeSystem(bytes)).toEqual(system);
  expect(decodeSystem(bytes.subarray(0, 20))).toBeUndefined();
});
