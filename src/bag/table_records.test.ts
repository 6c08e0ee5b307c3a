import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CdrWriter, TypeRegistry } from '../interfaces/index.js';
import { RecordBuffer } from './record_buffer.js';
import { Stamp } from './stamps.js';
import { TableRecords } from './table_records.js';
import { Transposer } from './transposer.js';

const word = fc.oneof(fc.constant(0), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

/** A table of up to 20 rows, which are a part of its memory. */
const tables = fc
  .record({ columns: fc.integer({ min: 1, max: 12 }), rows: fc.nat(20), before: fc.nat(3) })
  .chain(({ columns, rows, before }) =>
    fc.record({
      columns: fc.constant(columns),
      steps: fc.nat(2 ** columns - 1),
      begin: fc.constant(before),
      end: fc.constant(before + columns * rows),
      words: fc
        .array(word, { minLength: columns * rows + 5, maxLength: columns * rows + 5 })
        .map((all) => Int32Array.from(all)),
      isZero: fc.boolean(),
    }),
  )
  .map(({ isZero, ...table }) => (isZero ? { ...table, words: table.words.fill(0) } : table));

const messages = fc.record({
  head: fc.array(word, { maxLength: 4 }).map((all) => Int32Array.from(all)),
  tables: fc.array(tables, { maxLength: 4 }),
  /** An ordinary message instead, with so many bytes. */
  plain: fc.option(fc.nat(50)),
  channel: fc.integer({ min: 1, max: 65_535 }),
  sequence: fc.nat(),
  times: fc.tuple(
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  ),
});
type Message = typeof messages extends fc.Arbitrary<infer T> ? T : never;

const types = new TypeRegistry({ amentPrefixPath: '' });

/** The message as the codec of messages encodes it, by a definition made for its tables. */
function encoded({ head, tables }: Pick<Message, 'head' | 'tables'>): Uint8Array {
  const columns = tables.flatMap((table) =>
    Array.from({ length: table.columns }, (_, column) => {
      const values: number[] = [];
      let before = table.begin < table.end ? table.words[table.begin + column]! : 0;
      const first = before;
      for (let at = table.begin + column; at < table.end; at += table.columns) {
        const value = table.words[at]!;
        values.push(((table.steps >>> column) & 1 ? value - before : value) >>> 0);
        before = value;
      }
      const kept = values.every((each) => each === 0) ? [] : values;
      return (table.steps >>> column) & 1 ? [first >>> 0, kept] : [kept];
    }).flat(),
  );
  const heads = Array.from(head, (_, i) => `int32 h${i}\n`);
  const definition =
    [
      ...heads,
      ...columns.map((each, i) => `uint32${typeof each === 'number' ? '' : '[]'} c${i}\n`),
    ].join('') || 'int32 x\n';
  const type = types.fromSchema('test_msgs/msg/Table', definition);
  const writer = new CdrWriter(64, true);
  const fields = {
    ...Object.fromEntries(Array.from(head, (value, i) => [`h${i}`, value])),
    ...Object.fromEntries(columns.map((values, i) => [`c${i}`, values])),
  };
  if (Object.keys(fields).length === 0) return Uint8Array.of(0, 1, 0, 0);
  type.encodeInto(writer, type.normalize(fields));
  return writer.written().slice();
}

it('rows become the messages that the codec makes of their columns, in memory of any size', () => {
  const transposer = new Transposer();
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 6 }), fc.nat({ max: 100 }), (all, capacity) => {
      const plain = new RecordBuffer(capacity);
      const first = new RecordBuffer(capacity);
      for (const to of [plain, first]) to.bytes(Uint8Array.of(0x80, 2, 0, 0, 0, 0, 0, 0, 0, 7, 8));
      const records = new TableRecords(first);
      const [log, publish] = [new Stamp(), new Stamp()];
      for (const message of all) {
        const { channel, sequence, times } = message;
        log.set(times[0]);
        publish.set(times[1]);
        if (message.plain === null) {
          plain.message(channel, sequence, log, publish, encoded(message));
          records.tables(channel, sequence, log, publish, message);
        } else {
          const data = new Uint8Array(message.plain).fill(sequence);
          plain.message(channel, sequence, log, publish, data);
          records.message(channel, sequence, log, publish, data);
        }
        expect(records.length).toBeGreaterThanOrEqual(plain.length);
      }
      const made = transposer.transpose(records.content(), records.tabular);
      expect(Buffer.from(made).equals(Buffer.from(plain.content()))).toBe(true);
    }),
  );
});
