import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBag, DEFAULT_QOS_PROFILE, hashBag, openBag, parseMetadata } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const topic = { name: '/chatter', type: 'std_msgs/msg/String', schema: 'string data' };

describe('BagWriter', () => {
  it('leaves nothing under the final name until it is closed', async () => {
    const path = join(directory, 'atomic.mcap');
    const writer = await createBag(path, { chunkBytes: 100 });
    const id = writer.addTopic(topic);
    writer.write(id, 1n, 1n, 0, new Uint8Array(200));
    expect(existsSync(path)).toBe(false);
    writer.close();
    writer.close();
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(directory).filter((name) => name.includes('partial'))).toEqual([]);
    expect(() => writer.write(id, 2n, 2n, 0, new Uint8Array(1))).toThrow(/closed/);
  });

  it('can be recovered after a crash up to the last chunk', async () => {
    const path = join(directory, 'crash.mcap');
    const writer = await createBag(path, { chunkBytes: 1000 });
    const id = writer.addTopic(topic);
    for (let index = 0; index < 95; index++) {
      writer.write(id, BigInt(index), BigInt(index), index, new Uint8Array(169).fill(index));
    }
    const partial = readdirSync(directory).find((name) => name.startsWith('crash.mcap.partial'))!;
    const copy = join(directory, 'crashed-copy');
    copyFileSync(join(directory, partial), copy);
    const bag = await openBag(copy);
    const read = [...bag.messages()];
    // The first chunk also holds the channel; every other holds five messages of 200 bytes.
    expect(read.length).toBeGreaterThanOrEqual(90);
    expect(read.every((message, index) => message.sequence === index)).toBe(true);
    expect(bag.warnings[0]?.code).toBe('ORR_BAG_NOT_CLOSED');
    bag.close();
    writer.checkpoint();
    copyFileSync(join(directory, partial), copy);
    expect((await openBag(copy)).metadata.messageCount).toBe(95);
    writer.discard();
    expect(readdirSync(directory).filter((name) => name.includes('crash.mcap'))).toEqual([]);
  });

  it('splits by size and by duration into a rosbag2 directory', async () => {
    const byDuration = join(directory, 'by_duration');
    const writer = await createBag(byDuration, { form: 'directory', maxFileDuration: 10n });
    const id = writer.addTopic({
      ...topic,
      offeredQosProfiles: [DEFAULT_QOS_PROFILE],
      typeHash: 'RIHS01_1',
    });
    for (let index = 0; index < 35; index++)
      writer.write(id, BigInt(index), 0n, 0, new Uint8Array(4));
    writer.close();
    const yaml = parseMetadata(
      readFileSync(join(byDuration, 'metadata.yaml'), 'utf8'),
      'metadata.yaml',
    );
    expect(yaml.version).toBe(9);
    expect(yaml.relativeFilePaths).toEqual([0, 1, 2, 3].map((n) => `by_duration_${n}.mcap`));
    expect(yaml.files.map((file) => [file.start, file.duration, file.messageCount])).toEqual([
      [0n, 9n, 10],
      [10n, 9n, 10],
      [20n, 9n, 10],
      [30n, 4n, 5],
    ]);
    expect(yaml.topics).toEqual([
      {
        name: '/chatter',
        type: 'std_msgs/msg/String',
        serializationFormat: 'cdr',
        offeredQosProfiles: [DEFAULT_QOS_PROFILE],
        typeHash: 'RIHS01_1',
        messageCount: 35,
      },
    ]);
    const bag = await openBag(byDuration);
    expect(bag.warnings).toEqual([]);
    expect([...bag.messages()].map((message) => message.logTime)).toEqual(
      Array.from({ length: 35 }, (_, index) => BigInt(index)),
    );

    const bySize = join(directory, 'by_size');
    const second = await createBag(bySize, {
      form: 'directory',
      maxFileBytes: 2000,
      chunkBytes: 500,
    });
    const id2 = second.addTopic(topic);
    for (let index = 0; index < 35; index++)
      second.write(id2, BigInt(index), 0n, 0, new Uint8Array(4));
    second.close();
    const other = await openBag(bySize);
    expect(other.metadata.messageCount).toBe(35);
    expect(hashBag(other)).toEqual(hashBag(bag));
    bag.close();
    other.close();
  });

  it('writes an empty bag that is valid', async () => {
    const path = join(directory, 'empty');
    const writer = await createBag(path, { form: 'directory' });
    writer.addTopic(topic);
    writer.close();
    const bag = await openBag(path);
    expect(bag.metadata).toMatchObject({ messageCount: 0, start: 0n, end: 0n, duration: 0n });
    expect(bag.topics.map(({ name }) => name)).toEqual(['/chatter']);
    expect([...bag.messages()]).toEqual([]);
    expect(bag.warnings).toEqual([]);
  });

  it('refuses an output that exists or cannot be written, before anything runs', async () => {
    const path = join(directory, 'there.mcap');
    writeFileSync(path, 'x');
    await expect(createBag(path)).rejects.toMatchObject({ code: 'ORR_OUTPUT_EXISTS' });
    const folder = join(directory, 'precious');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'x');
    for (const form of ['file', 'directory'] as const) {
      await expect(createBag(folder, { form, overwrite: true })).rejects.toMatchObject({
        code: 'ORR_OUTPUT_EXISTS',
      });
    }
    await expect(createBag(join(path, 'bag.mcap'))).rejects.toMatchObject({
      code: 'ORR_OUTPUT_UNWRITABLE',
    });
    if (process.getuid?.() !== 0) {
      chmodSync(directory, 0o500);
      await expect(createBag(join(directory, 'no.mcap'))).rejects.toMatchObject({
        code: 'ORR_OUTPUT_UNWRITABLE',
      });
      chmodSync(directory, 0o700);
    }
  });

  it('writes to a sink that fails with a coded error', async () => {
    if (!existsSync('/dev/full')) return;
    const { OutputFile } = await import('./output_file.js');
    const file = new OutputFile('/dev/full');
    expect(() => file.write(new Uint8Array(10))).toThrow(/no space left/);
    file.close();
  });
});
