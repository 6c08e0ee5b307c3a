import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BagReader,
  bagInfo,
  bagTime,
  catBag,
  convertBag,
  createBag,
  filterBag,
  formatBagInfo,
  hashBag,
  mergeBags,
  openBag,
  sliceBag,
} from '../index.js';
import { directory, makeBag, SECOND, START } from './small_bag.test_support.js';

let bag: BagReader;
beforeAll(async () => {
  bag = await makeBag('base');
});

const read = (reader: BagReader) =>
  [...reader.messages()].map(({ topic, logTime }) => [topic, logTime - START]);

describe('info', () => {
  it('is the text that users know from ros2 bag info', () => {
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
      '{"topic":"/pose","type":"geometry_msgs/msg/Point","log_time":"1700000000300000000",' +
        '"publish_time":"1700000000299999995","message":{"x":3,"y":-3,"z":0}}\n',
    );
    const tf = [...catBag(bag, { topics: ['/tf_static'] })].join('');
    expect(tf).toContain('transforms:\n- header:\n    stamp:\n      sec: 0\n');
    expect(tf).toContain('\n  child_frame_id: base\n');
  });
});
