import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import decompressLz4 from '@foxglove/wasm-lz4';
import * as zstd from '@foxglove/wasm-zstd';
import { McapIndexedReader, McapStreamReader, McapWriter, TempBuffer } from '@mcap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileSource } from './byte_source.js';
import { type BagWriterOptions, createBag, openBag } from './index.js';
import { McapFile } from './mcap_file.js';
import {
  expectedOrder,
  type GeneratedMessage,
  messageArbitrary,
  plain,
  TOPIC_NAMES,
  temporaryDirectory,
} from './testing.test_support.js';

const directory = temporaryDirectory();
let files = 0;
const nextFile = (name = 'bag.mcap') => join(directory, `${files++}-${name}`);
const decompressHandlers = {
  zstd: (bytes: Uint8Array, size: bigint) => zstd.decompress(bytes, Number(size)),
  lz4: (bytes: Uint8Array, size: bigint) => decompressLz4(bytes, Number(size)),
};

async function record(
  path: string,
  messages: readonly GeneratedMessage[],
  options: BagWriterOptions,
): Promise<void> {
  const writer = await createBag(path, options);
  const ids = TOPIC_NAMES.map((name) =>
    writer.addTopic({
      name,
      type: 'test_msgs/msg/Bytes',
      schema: 'uint8[] data',
      typeHash: 'RIHS01_0',
    }),
  );
  for (const { topic, logTime, publishTime, sequence, data } of messages) {
    writer.write(ids[topic]!, logTime, publishTime, sequence, data);
  }
  writer.close();
}

const compressions = fc.constantFrom('none', 'lz4', 'zstd' as const);

describe('MCAP written by BagWriter', () => {
  it('reads back identically, in both orders, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageArbitrary(), { maxLength: 60 }),
        compressions,
        fc.integer({ min: 1, max: 2000 }),
        async (messages, compression, chunkBytes) => {
          const path = nextFile();
          await record(path, messages, { compression, chunkBytes });
          const bag = await openBag(path);
          expect(bag.warnings).toEqual([]);
          expect(bag.metadata.messageCount).toBe(messages.length);
          expect(plain(bag.messages())).toEqual(expectedOrder(messages));
          expect(plain(bag.messages({ order: 'sent' }))).toEqual(expectedOrder(messages, 'sent'));
          const window = { topics: ['/a', '/b'], start: 3n, end: 12n };
          expect(plain(bag.messages(window))).toEqual(
            expectedOrder(messages).filter(
              ({ topic, logTime }) =>
                window.topics.includes(topic) && logTime >= 3n && logTime <= 12n,
            ),
          );
          bag.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is accepted by the official readers, indexed and streaming', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageArbitrary(), { minLength: 1, maxLength: 60 }),
        compressions,
        fc.integer({ min: 1, max: 2000 }),
        async (messages, compression, chunkBytes) => {
          const path = nextFile();
          await record(path, messages, { compression, chunkBytes });
          const bytes = readFileSync(path);
          const readable = new TempBuffer(bytes);
          const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
          expect(reader.header.profile).toBe('ros2');
          expect(reader.statistics?.messageCount).toBe(BigInt(messages.length));
          expect([...reader.channelsById.values()].map((channel) => channel.topic)).toEqual(
            TOPIC_NAMES,
          );
          expect([...reader.summaryOffsetsByOpcode.keys()]).toEqual([3, 4, 11, 8, 13]);
          const read: unknown[] = [];
          for await (const {
            channelId,
            logTime,
            publishTime,
            sequence,
            data,
          } of reader.readMessages()) {
            const topic = reader.channelsById.get(channelId)!.topic;
            read.push({ topic, logTime, publishTime, sequence, data: Uint8Array.from(data) });
          }
          expect(read).toEqual(expectedOrder(messages));
          const names: string[] = [];
          for await (const { name } of reader.readMetadata()) names.push(name);
          expect(names).toEqual(['rosbag2']);
          const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
          stream.append(bytes);
          let count = 0;
          for (let item = stream.nextRecord(); item; item = stream.nextRecord()) {
            if (item.type === 'Message') count++;
          }
          expect(count).toBe(messages.length);
          expect(stream.done()).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is merged in order when overlapping chunks do not fit the memory budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageArbitrary(), { minLength: 5, maxLength: 80 }),
        fc.integer({ min: 0, max: 2000 }),
        async (messages, budget) => {
          const path = nextFile();
          await record(path, messages, { chunkBytes: 400 });
          const file = new McapFile(new FileSource(path), { chunkBudget: budget });
          for (const order of ['received', 'sent'] as const) {
            expect(plain(file.messages({ order }))).toEqual(expectedOrder(messages, order));
          }
          file.release();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is byte-identical when written twice', async () => {
    const messages = fc.sample(messageArbitrary(), { numRuns: 200, seed: 7 });
    for (const compression of ['none', 'lz4', 'zstd'] as const) {
      // The name is part of the embedded metadata, so both get the same.
      const path = nextFile();
      await record(path, messages, { compression });
      const first = readFileSync(path);
      await record(path, messages, { compression, overwrite: true });
      expect(readFileSync(path).equals(first)).toBe(true);
    }
  });
});

describe('MCAP written by others', () => {
  /** A file of the official writer. */
  async function official(
    messages: readonly GeneratedMessage[],
    options: Partial<ConstructorParameters<typeof McapWriter>[0]>,
  ): Promise<string> {
    const buffer = new TempBuffer();
    const writer = new McapWriter({ writable: buffer, ...options });
    await writer.start({ profile: 'ros2', library: 'test' });
    const schemaId = await writer.registerSchema({
      name: 'test_msgs/msg/Bytes',
      encoding: 'ros2msg',
      data: new TextEncoder().encode('uint8[] data'),
    });
    const ids: number[] = [];
    for (const topic of TOPIC_NAMES) {
      ids.push(
        await writer.registerChannel({
          topic,
          schemaId,
          messageEncoding: 'cdr',
          metadata: new Map(),
        }),
      );
    }
    for (const { topic, ...message } of messages) {
      await writer.addMessage({ channelId: ids[topic]!, ...message });
    }
    await writer.end();
    const path = nextFile();
    writeFileSync(path, buffer.get());
    return path;
  }

  const layouts: [string, Partial<ConstructorParameters<typeof McapWriter>[0]>][] = [
    ['chunked', { chunkSize: 500 }],
    [
      'zstd',
      {
        chunkSize: 500,
        compressChunk: (bytes) => ({ compression: 'zstd', compressedData: zstd.compress(bytes) }),
      },
    ],
    ['unchunked', { useChunks: false }],
    ['without message index', { chunkSize: 500, useMessageIndex: false }],
    ['without chunk index', { chunkSize: 500, useChunkIndex: false }],
    ['without statistics', { chunkSize: 500, useStatistics: false }],
    ['without repeated channels', { chunkSize: 500, repeatChannels: false, repeatSchemas: false }],
    [
      'without any summary',
      {
        chunkSize: 500,
        useChunkIndex: false,
        useStatistics: false,
        useSummaryOffsets: false,
        useMetadataIndex: false,
        useAttachmentIndex: false,
        repeatChannels: false,
        repeatSchemas: false,
      },
    ],
  ];
  it.each(layouts)('reads files %s', async (_name, options) => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageArbitrary(), { maxLength: 40 }), async (messages) => {
        const bag = await openBag(await official(messages, options));
        expect(bag.metadata.messageCount).toBe(messages.length);
        expect(plain(bag.messages())).toEqual(expectedOrder(messages));
        expect(plain(bag.messages({ order: 'sent' }))).toEqual(expectedOrder(messages, 'sent'));
        bag.close();
      }),
      { numRuns: 15 },
    );
  });

  it('recovers every complete message of a truncated unchunked file, with a warning', async () => {
    const messages = fc.sample(messageArbitrary(40), { numRuns: 12, seed: 3 });
    const whole = readFileSync(await official(messages, { useChunks: false }));
    const path = nextFile();
    let most = 0;
    for (let length = 8; length < whole.length; length += 3) {
      writeFileSync(path, whole.subarray(0, length));
      const bag = await openBag(path);
      const count = plain(bag.messages()).length;
      expect(count).toBe(bag.metadata.messageCount);
      expect(count).toBeGreaterThanOrEqual(most);
      most = count;
      if (count < messages.length) {
        expect(bag.warnings.map((warning) => warning.code)).toContain('ORR_BAG_NOT_CLOSED');
      }
      bag.close();
    }
    expect(most).toBe(messages.length);
  });
});

describe('truncated MCAP', () => {
  it.each(['none', 'lz4', 'zstd'] as const)(
    '%s: complete chunks survive at every length',
    async (compression) => {
      const messages = fc.sample(messageArbitrary(40), { numRuns: 30, seed: 5 });
      const path = nextFile();
      await record(path, messages, { compression, chunkBytes: 300 });
      const whole = readFileSync(path);
      let most = 0;
      for (let length = whole.length - 1; length >= 8; length -= 5) {
        truncateSync(path, length);
        const bag = await openBag(path);
        expect(bag.warnings.map((warning) => warning.code)).toContain('ORR_BAG_NOT_CLOSED');
        const read = plain(bag.messages());
        expect(read.length).toBe(bag.metadata.messageCount);
        // The messages that are read are those recorded first.
        expect(read).toEqual(expectedOrder(messages.slice(0, read.length)));
        most = Math.max(most, read.length);
        bag.close();
      }
      expect(most).toBe(messages.length);
    },
  );
});
