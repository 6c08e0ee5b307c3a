import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import {
  type BagReader,
  bagInfo,
  bagTime,
  catBag,
  convertBag,
  createBag,
  DEFAULT_QOS_PROFILE,
  diffBags,
  filterBag,
  formatBagDiff,
  formatBagInfo,
  formatVerification,
  hashBag,
  mergeBags,
  openBag,
  sliceBag,
  verifyBag,
} from '../index.js';
import { temporaryDirectory } from '../testing.test_support.js';

const directory = temporaryDirectory();
const registry = new TypeRegistry({ amentPrefixPath: '' });
const SECOND = 1_000_000_000n;
const START = 1_700_000_000n * SECOND;

interface Change {
  /** Added to `x` of this message. */
  readonly at?: number;
  readonly by?: number;
  readonly without?: number;
  readonly late?: bigint;
}

/** `/pose` at 10 Hz for 2 s, `/text` at 1 Hz, one latched `/tf_static`. */
async function makeBag(name: string, change: Change = {}): Promise<BagReader> {
  const path = join(directory, `${name}.mcap`);
  const writer = await createBag(path, { overwrite: true });
  const add = (topic: string, typeName: string, more = {}) => {
    const type = registry.message(typeName);
    const id = writer.addTopic({
      name: topic,
      type: type.name,
      typeHash: type.hash,
      schema: type.schemaText,
      ...more,
    });
    return (time: bigint, value: object) => {
      writer.write(id, time, time - 5n, 0, type.encode(type.normalize(value)));
    };
  };
  const tf = add('/tf_static', 'tf2_msgs/msg/TFMessage', {
    offeredQosProfiles: [{ ...DEFAULT_QOS_PROFILE, depth: 1, durability: 'transient_local' }],
  });
  const pose = add('/pose', 'geometry_msgs/msg/Point');
  const text = add('/text', 'std_msgs/msg/String');
  tf(START, { transforms: [{ child_frame_id: 'base' }] });
  for (let index = 0; index <= 20; index++) {
    const time = START + BigInt(index) * 100_000_000n;
    if (index === change.without) continue;
    const offset = index === change.at ? (change.by ?? 0) : 0;
    pose(time + (index === change.at ? (change.late ?? 0n) : 0n), { x: index + offset, y: -index });
    if (index % 10 === 0) text(time, { data: `hello: ${index}` });
  }
  writer.close();
  return openBag(path);
}

let bag: BagReader;
beforeAll(async () => {
  bag = await makeBag('base');
});

const read = (reader: BagReader) =>
  [...reader.messages()].map(({ topic, logTime }) => [topic, logTime - START]);

describe('info', () => {
  it('is the text that ros2 bag info users know', () => {
    const lines = formatBagInfo(bagInfo(bag)).split('\n');
    expect(lines).toContain('Duration:          2.000000000s');
    expect(lines).toContain(
      'Start:             Nov 14 2023 22:13:20.000000000 UTC (1700000000.000000000)',
    );
    expect(lines).toContain('Messages:          25');
    expect(lines.find((line) => line.startsWith('Topic information:'))).toContain(
      'Topic: /pose | Type: geometry_msgs/msg/Point | Count: 21 | Frequency: 10.50 Hz | Serialization Format: cdr',
    );
    expect(JSON.parse(JSON.stringify(bagInfo(bag)))).toEqual(bagInfo(bag));
  });
});

describe('operations that write a bag', () => {
  it('convert keeps the digest through forms and compressions, and reports progress', async () => {
    const digest = hashBag(bag);
    let from = bag;
    for (const [name, compression] of [
      ['a', 'lz4'],
      ['b.mcap', 'none'],
      ['c', 'zstd'],
    ] as const) {
      const output = join(directory, name);
      const seen: number[] = [];
      const result = await convertBag(from, output, {
        compression,
        maxFileDuration: SECOND,
        progress: ({ messages }) => seen.push(messages),
      });
      expect(result.messageCount).toBe(25);
      expect(seen.at(-1)).toBe(25);
      from = await openBag(output);
      expect(hashBag(from)).toEqual(digest);
      expect(from.topics).toEqual(bag.topics);
      expect(existsSync(join(output, 'metadata.yaml'))).toBe(!name.endsWith('.mcap'));
    }
  });

  it('filter selects by name, regex, type, exclusion and time', async () => {
    const run = async (selection: Parameters<typeof filterBag>[2]) => {
      const { topics } = await filterBag(bag, join(directory, 'f.mcap'), selection, {
        overwrite: true,
      });
      return topics;
    };
    expect(await run({ topics: ['/pose'] })).toEqual(['/pose']);
    expect(await run({ regex: '/t.*' })).toEqual(['/tf_static', '/text']);
    expect(await run({ regex: 'pose' }).catch((error) => error.code)).toBe('ORR_BAG_SELECTION');
    expect(await run({ types: ['std_msgs/msg/String'] })).toEqual(['/text']);
    expect(await run({ exclude: ['/pose'], excludeRegex: '/tf.*' })).toEqual(['/text']);
    expect(await run({ topics: ['/nope'] }).catch((error) => error.message)).toMatch(
      /no topic \/nope/,
    );
    expect(await run({ regex: '(' }).catch((error) => error.code)).toBe('ORR_BAG_SELECTION');
    expect(existsSync(join(directory, 'f.mcap'))).toBe(true);
    await run({ topics: ['/text'], start: START + 1n, end: START + SECOND });
    expect(read(await openBag(join(directory, 'f.mcap')))).toEqual([['/text', SECOND]]);
  });

  it('slice takes both ends, and latched messages when asked', async () => {
    const output = join(directory, 's.mcap');
    const [start, end] = [START + SECOND, START + SECOND + 100_000_000n];
    await sliceBag(bag, output, { start, end });
    const expected = [
      ['/pose', SECOND],
      ['/text', SECOND],
      ['/pose', SECOND + 100_000_000n],
    ];
    expect(read(await openBag(output))).toEqual(expected);
    await sliceBag(bag, output, { start, end, keepLatched: true, overwrite: true });
    expect(read(await openBag(output))).toEqual([['/tf_static', SECOND], ...expected]);
  });

  it('merge of two halves is the whole', async () => {
    const [left, right] = [join(directory, 'l.mcap'), join(directory, 'r.mcap')];
    await filterBag(bag, left, { topics: ['/tf_static', '/pose'] });
    await filterBag(bag, right, { topics: ['/text'] });
    const output = join(directory, 'm.mcap');
    await mergeBags([await openBag(left), await openBag(right)], output);
    expect(hashBag(await openBag(output))).toEqual(hashBag(bag));
  });

  it('merge refuses one topic with two types and leaves nothing behind', async () => {
    const other = join(directory, 'other.mcap');
    const writer = await createBag(other);
    writer.addTopic({ name: '/pose', type: 'std_msgs/msg/String' });
    writer.close();
    const output = join(directory, 'refused.mcap');
    await expect(mergeBags([bag, await openBag(other)], output)).rejects.toMatchObject({
      code: 'ORR_BAG_TOPIC_TYPES',
    });
    expect(existsSync(output)).toBe(false);
  });
});

describe('times', () => {
  it.each([
    ['+1.5', START + 1_500_000_000n],
    ['-0.5', START + 1_500_000_000n],
    ['1700000000.000000001', START + 1n],
    ['1700000000000000001ns', START + 1n],
  ])('%s', (text, time) => {
    expect(bagTime(text, bag.metadata)).toBe(time);
  });

  it.each(['', 'now', '1.0000000001', '+1ns', '1e9'])('refuses %j', (text) => {
    expect(() => bagTime(text, bag.metadata)).toThrow(/is not a time/);
  });
});

describe('cat', () => {
  it('prints YAML documents and JSON lines', () => {
    const yaml = [...catBag(bag, { topics: ['/text'], limit: 1 })].join('');
    expect(yaml).toBe('# /text 1700000000.000000000\ndata: "hello: 0"\n---\n');
    const json = [...catBag(bag, { topics: ['/pose'], format: 'json' })];
    expect(json).toHaveLength(21);
    expect(json[3]).toBe(
      '{"topic":"/pose","type":"geometry_msgs/msg/Point","log_time":1700000000300000000,' +
        '"publish_time":1700000000299999995,"message":{"x":3,"y":-3,"z":0}}\n',
    );
    const tf = [...catBag(bag, { topics: ['/tf_static'] })].join('');
    expect(tf).toContain('transforms:\n- header:\n    stamp:\n      sec: 0\n');
    expect(tf).toContain('\n  child_frame_id: base\n');
  });
});

describe('diff', () => {
  it('says nothing differs when nothing does', async () => {
    const diff = diffBags(bag, await makeBag('same'));
    expect(diff).toMatchObject({ equal: true, exitStatus: 0 });
    expect(formatBagDiff(diff)).toContain('The bags are equal.');
  });

  it('names the field, how much it differs, and obeys tolerances', async () => {
    const other = await makeBag('moved', { at: 7, by: 0.25 });
    const diff = diffBags(bag, other);
    expect(diff.exitStatus).toBe(1);
    const pose = diff.topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({
      status: 'differs',
      differing: 1,
      fields: [{ field: 'x', count: 1, largest: 0.25 }],
    });
    expect(pose.differences).toEqual([
      { kind: 'field', index: 7, logTime: START + 700_000_000n, text: 'x: 7 and 7.25' },
    ]);
    expect(formatBagDiff(diff)).toContain('#7 at 1700000000.700000000 field: x: 7 and 7.25');
    expect(diffBags(bag, other, { absolute: 0.25 }).equal).toBe(true);
    expect(diffBags(bag, other, { relative: 0.04 }).equal).toBe(true);
    expect(diffBags(bag, other, { relative: 0.01 }).equal).toBe(false);
    expect(diffBags(bag, other, { exclude: ['/pose'] }).equal).toBe(true);
  });

  it('finds the one message that is missing', async () => {
    const other = await makeBag('lost', { without: 3 });
    const pose = diffBags(bag, other).topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({ countFirst: 21, countSecond: 20, differing: 1 });
    expect(pose.differences).toMatchObject([
      { kind: 'missing', index: 3, logTime: START + 300_000_000n },
    ]);
    const back = diffBags(other, bag).topics.find(({ topic }) => topic === '/pose')!;
    expect(back.differences).toMatchObject([{ kind: 'extra', index: 3 }]);
  });

  it('compares times within a tolerance', async () => {
    const other = await makeBag('late', { at: 5, late: 2000n });
    const pose = diffBags(bag, other).topics.find(({ topic }) => topic === '/pose')!;
    expect(pose).toMatchObject({ differing: 1, largestTimeDifference: 2000n });
    expect(diffBags(bag, other, { timeTolerance: 2000n }).equal).toBe(true);
    expect(diffBags(bag, other, { ignoreTime: true }).equal).toBe(true);
  });

  it('names topics of one bag only', async () => {
    const part = join(directory, 'part.mcap');
    await filterBag(bag, part, { exclude: ['/text'] });
    const diff = diffBags(bag, await openBag(part));
    expect(diff.topics.map(({ topic, status }) => [topic, status])).toEqual([
      ['/pose', 'equal'],
      ['/text', 'only in first'],
      ['/tf_static', 'equal'],
    ]);
  });
});

describe('verify', () => {
  it('finds nothing in a good bag', async () => {
    const result = await verifyBag(bag.path);
    expect(result).toEqual({ ok: true, exitStatus: 0, messageCount: 25, problems: [] });
    expect(formatVerification(result)).toContain('The bag is valid: 25 messages read.');
  });

  it('finds damage, truncation, undecodable messages and unknown types', async () => {
    const bytes = readFileSync(bag.path);
    const path = join(directory, 'broken.mcap');
    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    expect(await verifyBag(path)).toMatchObject({ ok: false, exitStatus: 1 });
    bytes[100]! ^= 1;
    writeFileSync(path, bytes);
    expect((await verifyBag(path)).ok).toBe(false);
    writeFileSync(path, 'nonsense');
    expect((await verifyBag(path)).problems).toMatchObject([{ code: 'ORR_BAG_NOT_A_BAG' }]);

    const writer = await createBag(path, { overwrite: true });
    const good = writer.addTopic({ name: '/a', type: 'std_msgs/msg/String' });
    const unknown = writer.addTopic({ name: '/b', type: 'nobody_msgs/msg/Knows' });
    for (let index = 0; index < 3; index++) {
      writer.write(good, 1n, BigInt(3 - index), 0, Uint8Array.of(0, 1, 0, 0, 9, 0, 0, 0));
      writer.write(unknown, 1n, 1n, 0, Uint8Array.of(0, 1, 0, 0));
    }
    writer.close();
    const { problems } = await verifyBag(path, { registry });
    expect(problems.map(({ code, count }) => [code, count])).toEqual([
      ['ORR_CDR_TRUNCATED', 3],
      ['ORR_UNKNOWN_TYPE', 1],
      ['ORR_BAG_ORDER', 2],
    ]);
  });

  it('reports a definition that contains itself, or is nonsense', async () => {
    const path = join(directory, 'cyclic.mcap');
    const writer = await createBag(path);
    const separator = '='.repeat(80);
    const schemas = [
      `B b\n${separator}\nMSG: evil_msgs/B\nA a\n${separator}\nMSG: evil_msgs/A\nB b\n`,
      '}{ ?',
    ];
    schemas.forEach((schema, index) => {
      const id = writer.addTopic({ name: `/t${index}`, type: `evil_msgs/msg/A`, schema });
      writer.write(id, 1n, 1n, 0, new Uint8Array(8));
    });
    writer.close();
    const { problems } = await verifyBag(path, {
      registry: new TypeRegistry({ amentPrefixPath: '' }),
    });
    expect(problems.map(({ code }) => code)).toEqual(['ORR_TYPE_CYCLE', 'ORR_DEFINITION_SYNTAX']);
  });
});
