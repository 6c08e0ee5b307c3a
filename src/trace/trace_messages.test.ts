import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Graph, Publisher } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { CallbackBlock } from './callback_block.js';
import { CALLBACKS_DEFINITION, CALLBACKS_TYPE } from './callbacks_definition.js';
import {
  CHECKPOINT_EVERY,
  CHECKPOINTS_DEFINITION,
  CHECKPOINTS_TYPE,
  decodeCheckpoints,
  encodeCheckpoints,
} from './checkpoints.js';
import { decodeBlock } from './decode_block.js';
import { decodeEntity, ENTITY_DEFINITION, ENTITY_TYPE, encodeEntity } from './encode_entity.js';
import type { CallbackRecord } from './sinks.js';
import {
  decodeSystem,
  encodeSystem,
  SYSTEM_DEFINITION,
  SYSTEM_TYPE,
  type SystemDescription,
} from './system_description.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const node = new Graph({ kernel: new Kernel() }).createNode({ name: 'node' });
const publisher = new Publisher(node, '/topic', types.message('std_msgs/msg/UInt64'));
const large = fc.maxSafeNat();
const word = fc.nat(0xffffffff);

const fields = fc.record({
  number: large,
  cause: large,
  duration: fc.oneof(fc.constant(0), large),
  input: word,
  outputs: fc.nat(),
  output: word,
  thread: fc.oneof(fc.constant(0), word),
  overwritten: fc.oneof(fc.constant(0), word),
  waited: fc.oneof(fc.constant(0), large),
  sequence: large,
  travelled: fc.oneof(fc.constant(0), large),
  state: fc.oneof(fc.constant(0), word),
});
const sent = fc.array(fc.tuple(fc.integer({ min: 1, max: 0xffffffff }), large), { maxLength: 40 });
const times = fc.record({ low: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), high: fc.nat() });
const callbacks = fc.record({
  kind: fc.constant('callback' as const),
  fields,
  entity: fc.integer({ min: 1, max: 0xffffffff }),
  publisher: word,
  sent,
  time: times,
});
const publications = fc.record({
  kind: fc.constant('publication' as const),
  publisher: fc.integer({ min: 1, max: 0xffffffff }),
  sequence: large,
  cause: large,
  elapsed: fc.nat(),
  inputPublisher: word,
  inputSequence: large,
  callback: word,
  time: times,
});

const stampOf = ({ low, high }: { low: number; high: number }) =>
  (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

/** The message of a block, as its definition says. */
function encoded(block: CallbackBlock): Uint8Array {
  const type = types.fromSchema(CALLBACKS_TYPE, CALLBACKS_DEFINITION);
  const names = CALLBACKS_DEFINITION.split('\n').flatMap(
    (line) => line.match(/^uint32\[\] (\w+)/)?.[1] ?? [],
  );
  const message: Record<string, unknown> = {
    before: stampOf({ low: block.head[0]!, high: block.head[1]! }),
    number_before: stampOf({ low: block.head[2]!, high: block.head[3]! }),
  };
  for (const { columns, words, begin, end } of block.tables) {
    for (let column = 0; column < columns; column++) {
      const name = names.shift()!;
      const values: number[] = [];
      const isSteps = name.endsWith('_step');
      let before = begin < end ? words[begin + column]! : 0;
      if (isSteps) message[name.replace('_step', '_first')] = before >>> 0;
      for (let at = begin + column; at < end; at += columns) {
        values.push((isSteps ? words[at]! - before : words[at]!) >>> 0);
        before = words[at]!;
      }
      message[name] = values.every((each) => each === 0) ? [] : values;
    }
  }
  expect(names).toEqual([]);
  return type.encode(type.normalize(message));
}

it('reads callbacks and publications in the order in which they were added', () => {
  const records = fc.array(fc.oneof(callbacks, publications), { maxLength: 30 });
  fc.assert(
    fc.property(records, fc.array(fc.boolean()), (all, cuts) => {
      const block = new CallbackBlock();
      const read: unknown[] = [];
      let before = 0;
      const end = () => {
        const bytes = encoded(block);
        const decoded = decodeBlock(bytes)!;
        expect(decoded.before).toBe(before);
        before += decoded.count;
        read.push(...recordsOf(decoded));
        block.clear();
        // Cut off anywhere, it is not a message.
        expect(decodeBlock(bytes.subarray(0, -4))).toBeUndefined();
        expect(decodeBlock(bytes.subarray(0, 9))).toBeUndefined();
      };
      all.forEach((each, i) => {
        if (each.kind === 'callback') addCallback(block, each);
        else addPublication(block, each);
        if (cuts[i] === true) end();
      });
      end();
      expect(read).toEqual(all.map(expected));
    }),
  );
});

type Callback = typeof callbacks extends fc.Arbitrary<infer T> ? T : never;
type Publication = typeof publications extends fc.Arbitrary<infer T> ? T : never;

function addCallback(block: CallbackBlock, each: Callback): void {
  const publishers = each.sent.map(([from]) => from);
  const sequences = each.sent.map(([, sequence]) => sequence);
  const record = {
    ...each.fields,
    time: 0,
    published: sequences.length,
    outputs: each.fields.outputs + sequences.length,
    publishers: [],
    sequences,
  };
  block.add(record as never, each.entity, each.time, each.publisher, publishers);
}

function addPublication(block: CallbackBlock, each: Publication): void {
  const callback = { time: 0, sequence: each.inputSequence } as CallbackRecord;
  const record = { publisher, sequence: each.sequence, cause: each.cause, by: undefined, callback };
  const { elapsed, time, publisher: from, callback: by, inputPublisher } = each;
  block.publish(record, elapsed, time, from, by, inputPublisher);
}

function recordsOf(block: NonNullable<ReturnType<typeof decodeBlock>>): unknown[] {
  const found: unknown[] = [];
  let later = 0;
  for (let i = 0; i <= block.count; i++) {
    for (; later < block.laterCount && block.laterRow(later) === i; later++) {
      found.push({ ...block.later(later), time: block.laterTime(later) });
    }
    if (i < block.count)
      found.push({ ...block.callback(i), entity: block.entity(i), time: block.end(i) });
  }
  return found;
}

function expected(each: Callback | Publication): unknown {
  const time = stampOf(each.time);
  if (each.kind === 'publication') {
    const { kind, ...others } = each;
    return { ...others, time };
  }
  const { entity, publisher: from, sent: messages } = each;
  const publishers = messages.map(([one]) => one);
  const sequences = messages.map(([, sequence]) => sequence);
  const outputs = each.fields.outputs + messages.length;
  return { ...each.fields, outputs, publisher: from, publishers, sequences, entity, time };
}

it('ends a message when its callbacks or its publications are many', () => {
  const record = {
    ...EMPTY,
    number: 1,
    outputs: 30_000,
    published: 30_000,
    sequences: Array(30_000).fill(1),
  };
  const block = new CallbackBlock();
  const publishers = Array<number>(30_000).fill(1);
  block.add(record as never, 1, { low: 0, high: 0 }, 0, publishers);
  expect(block.isFull).toBe(true);
  block.clear();
  expect(block.isFull).toBe(false);
  const single = { ...record, published: 0 } as never;
  for (let number = 2; number < CHECKPOINT_EVERY; number++) {
    expect(block.add(single, 1, { low: number, high: 0 }, 0, [])).toBe(false);
  }
  expect(block.isFull).toBe(false);
  expect(block.add(single, 1, { low: 0, high: 1 }, 0, [])).toBe(true);
  expect(block.isFull).toBe(true);
});

const EMPTY = {
  ...{ time: 0, cause: 0, input: 0, outputs: 0, output: 0, thread: 0, duration: 0, overwritten: 0 },
  ...{ waited: 0, sequence: 0, travelled: 0, state: 0 },
};

it('digests what runs are compared by, and nothing else, wherever messages are cut', () => {
  const digest = (change: object = {}, cut = 0, name = 'a') => {
    const block = new CallbackBlock();
    block.compared.meet(name);
    for (let number = 1; number <= CHECKPOINT_EVERY; number++) {
      const record = { ...EMPTY, number, published: 0, ...(number === 7 ? change : {}) };
      block.add(record as never, 1, { low: number, high: 0 }, 0, []);
      if (number === cut) block.clear();
    }
    return block.compared.pass();
  };
  for (const field of ['cause', 'input', 'outputs', 'output', 'state', 'duration']) {
    expect(digest({ [field]: 1 }), field).not.toBe(digest());
  }
  for (const field of ['thread', 'overwritten', 'waited', 'sequence', 'travelled']) {
    expect(digest({ [field]: 1 }), field).toBe(digest());
  }
  expect(digest({}, 100)).toBe(digest());
  expect(digest({}, 0, 'b')).not.toBe(digest());
});

it('encodes names of entities and checkpoints as their definitions say, and reads them back', () => {
  const type = types.fromSchema(ENTITY_TYPE, ENTITY_DEFINITION);
  const bytes = encodeEntity(7, '/nö timer timer#1');
  expect(type.decode(bytes)).toEqual({ number: 7, name: '/nö timer timer#1' });
  expect(decodeEntity(bytes)).toEqual({ number: 7, name: '/nö timer timer#1' });
  expect(decodeEntity(bytes.subarray(0, -2))).toBeUndefined();
  const checkpoints = encodeCheckpoints([1n, 5n], [2n ** 63n, 3n]);
  const form = types.fromSchema(CHECKPOINTS_TYPE, CHECKPOINTS_DEFINITION);
  const { times: at, digests } = decodeCheckpoints(checkpoints)!;
  const decoded = { every: CHECKPOINT_EVERY, times: [...at], digests: [...digests] };
  expect(form.decode(checkpoints)).toEqual(decoded);
  expect(decodeCheckpoints(checkpoints.subarray(0, -1))).toBeUndefined();
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
