import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import { afterAll, expect, it } from 'vitest';
import { openBag } from './bag_reader.js';
import { createBag } from './bag_writer.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes in which no part repeats. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let x = 1;
  for (let i = 0; i < length; i++) {
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + i;
    bytes[i] = x >>> 24;
  }
  return bytes;
}

/** The chunks of a file: how many messages each holds, and how it is compressed. */
async function chunksOf(path: string): Promise<[messages: number, compression: string][]> {
  const data = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(data.length),
      read: async (offset, size) =>
        new Uint8Array(data.buffer, data.byteOffset + Number(offset), Number(size)),
    },
    decompressHandlers: {},
  });
  return reader.chunkIndexes.map((chunk) => {
    // An entry of a message index has 16 bytes, and there is one index with 15 more.
    return [(Number(chunk.messageIndexLength) - 15) / 16, chunk.compression];
  });
}

it.each([
  [
    'large noise is stored as it is, each message in a chunk',
    noise(1_100_000),
    3,
    [
      [1, ''],
      [1, ''],
      [1, ''],
    ],
  ],
  [
    'large messages that shrink are compressed',
    new Uint8Array(1_100_000),
    2,
    [
      [1, 'zstd'],
      [1, 'zstd'],
    ],
  ],
  ['small messages are compressed whatever they hold', noise(1000), 50, [[50, 'zstd']]],
])('%s', async (_what, data, count, chunks) => {
  const path = join(folder, `${data.length}-${count}.mcap`);
  const bag = await createBag(path);
  const topic = bag.addTopic({ name: '/t', type: 'std_msgs/msg/String' });
  for (let i = 0; i < count; i++) bag.write(topic, BigInt(i), BigInt(i), i, data);
  bag.close();
  expect(await chunksOf(path)).toEqual(chunks);
  const read = await openBag(path);
  const messages = [...read.messages()];
  read.close();
  expect(messages.length).toBe(count);
  for (const message of messages) expect(Buffer.compare(message.data, data)).toBe(0);
});
