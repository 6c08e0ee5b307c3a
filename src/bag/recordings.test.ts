import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMetadata, hashBag, openBag, parseMetadata } from './index.js';

const shared = process.env.ORRERY_SHARED ?? resolve(import.meta.dirname, '../../../shared');
const folder = join(shared, 'data/bags');
const bags = existsSync(folder) ? readdirSync(folder) : [];

describe.skipIf(bags.length === 0)(`real recordings in ${folder} (skipped when absent)`, () => {
  it.each(bags)('%s reads completely and in order', async (name) => {
    const directory = join(folder, name);
    const bag = await openBag(directory);
    const counts = new Map<string, number>();
    let first: bigint | undefined;
    let last = 0n;
    for (const message of bag.messages()) {
      first ??= message.logTime;
      expect(message.logTime >= last).toBe(true);
      last = message.logTime;
      counts.set(message.topic, (counts.get(message.topic) ?? 0) + 1);
      expect(message.data.length).toBeGreaterThanOrEqual(4);
    }
    expect(first).toBe(bag.metadata.start);
    expect(last).toBe(bag.metadata.end);
    for (const topic of bag.topics) expect(counts.get(topic.name) ?? 0).toBe(topic.messageCount);

    const file = join(directory, 'metadata.yaml');
    if (existsSync(file)) {
      const yaml = parseMetadata(readFileSync(file, 'utf8'), file);
      expect(bag.warnings).toEqual([]);
      expect(first).toBe(yaml.start);
      expect(last - yaml.start).toBe(yaml.duration);
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(yaml.messageCount);
      expect(bag.topics.map((topic) => [topic.name, topic.type, topic.messageCount])).toEqual(
        yaml.topics.map((topic) => [topic.name, topic.type, topic.messageCount]),
      );
    }
    bag.close();
  });

  it.each(bags.filter((name) => name.startsWith('rosbag2_jazzy')))(
    '%s: metadata.yaml is written exactly as ros2 bag record writes it',
    (name) => {
      const text = readFileSync(join(folder, name, 'metadata.yaml'), 'utf8');
      expect(formatMetadata(parseMetadata(text, name)).trimEnd()).toBe(text.trimEnd());
    },
  );

  it.each(bags)('%s gives the same messages file by file', async (name) => {
    const bag = await openBag(join(folder, name));
    let parts = 0;
    for (const file of bag.metadata.files) {
      const part = await openBag(file);
      // A file that is compressed by message says so in its embedded metadata.
      for (const message of part.messages()) {
        parts++;
        expect(message.data[0]).toBe(0);
      }
      part.close();
    }
    expect(parts).toBe(bag.metadata.messageCount);
    expect(hashBag(bag).messageCount).toBe(parts);
    bag.close();
  });
});
