import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageType, TypeRegistry } from '../../interfaces/index.js';
import { type BagMessage, createBag, hashBag, openBag } from '../index.js';
import { plain, temporaryDirectory } from '../testing.test_support.js';
import { BagMessageTypes } from './bag_message_types.js';

const directory = temporaryDirectory();
const registry = new TypeRegistry({ amentPrefixPath: '' });

function builtinTypes(): MessageType[] {
  const names = registry.packages().flatMap((name) => registry.interfaces(name));
  const all = names.filter((name) => name.includes('/msg/')).map((name) => registry.message(name));
  // A schema in a bag does not tell the char of IDL, a character, from that of .msg files, a number.
  return all.filter(({ fields }) => !fields.some(({ type }) => type.idl === 'char'));
}

const integers: Record<string, [number, number]> = {
  byte: [0, 255],
  char: [-128, 127],
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

/** Values of a type, from its definition. */
function valuesOf(type: MessageType, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const fields = type.members.map(({ field, nested }) => {
    const item = nested === undefined ? primitive(field.type) : valuesOf(nested, depth + 1);
    const { array } = field.type;
    if (array === undefined) return [field.name, item] as const;
    const maxLength =
      array.kind === 'fixed' ? array.size : Math.min(3, array.kind === 'bounded' ? array.size : 3);
    const minLength = array.kind === 'fixed' ? array.size : 0;
    return [field.name, fc.array(item as fc.Arbitrary<unknown>, { minLength, maxLength })] as const;
  });
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<Record<string, unknown>>;
}

function primitive(type: MessageType['fields'][number]['type']): fc.Arbitrary<unknown> {
  const name = type.primitive!;
  if (name === 'bool') return fc.boolean();
  if (name === 'float64') return fc.double();
  if (name === 'float32') return fc.float();
  if (name === 'int64') return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  if (name === 'uint64') return fc.bigInt(0n, 2n ** 64n - 1n);
  if (name === 'string' || name === 'wstring') {
    return fc.string({ maxLength: Math.min(8, type.stringBound ?? 8) });
  }
  const [min, max] = integers[name]!;
  return fc.integer({ min, max });
}

describe('generated bags of every built-in type', () => {
  const types = builtinTypes();

  it('has types to test', () => expect(types.length).toBeGreaterThan(150));

  it('read → write → read gives the same messages, and every one decodes to what was encoded', async () => {
    const path = join(directory, 'all.mcap');
    const writer = await createBag(path);
    const written = new Map<string, { type: MessageType; value: object }[]>();
    types.forEach((type, index) => {
      const name = `/topic_${index}`;
      const id = writer.addTopic({
        name,
        type: type.name,
        typeHash: type.hash,
        schema: type.schemaText,
      });
      const values = fc
        .sample(valuesOf(type), { numRuns: 4, seed: 1000 + index })
        .map((value) => type.normalize(value));
      values.forEach((value, run) => {
        writer.write(id, BigInt(run), BigInt(run), run, type.encode(value));
      });
      written.set(
        name,
        values.map((value) => ({ type, value })),
      );
    });
    writer.close();

    const first = await openBag(path);
    expect(first.metadata.messageCount).toBe(types.length * 4);
    const copyPath = join(directory, 'copy');
    const copy = await createBag(copyPath, {
      form: 'directory',
      compression: 'lz4',
      maxFileBytes: 50_000,
    });
    const ids = new Map(first.topics.map((topic) => [topic.name, copy.addTopic(topic)]));
    for (const { topic, logTime, publishTime, sequence, data } of first.messages()) {
      copy.write(ids.get(topic)!, logTime, publishTime, sequence, data);
    }
    copy.close();

    const second = await openBag(copyPath);
    expect(second.topics).toEqual(first.topics);
    expect(plain(second.messages())).toEqual(plain(first.messages()));
    expect(hashBag(second)).toEqual(hashBag(first));

    const readers = new BagMessageTypes(second, new TypeRegistry({ amentPrefixPath: '' }));
    const check = ({ topic, sequence, data }: BagMessage) => {
      const { type, value } = written.get(topic)![sequence]!;
      const decoded = readers.of(topic);
      expect(decoded.hash).toBe(type.hash);
      expect(decoded.decode(data)).toEqual(value);
    };
    for (const message of second.messages()) check(message);
    first.close();
    second.close();
  });
});
