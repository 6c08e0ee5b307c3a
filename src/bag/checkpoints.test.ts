import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decompressChunk } from './compression.js';
import { createBag, Stamp } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();

/**
 * What happens to a recording: a message on one of three topics, as bytes or as a table, or a checkpoint, whose end of the
 * file may have a table that the finished file has not.
 */
const steps = fc.array(
  fc.oneof(
    fc.record({
      topic: fc.nat(2),
      bytes: fc.integer({ min: 0, max: 400 }),
      isTable: fc.boolean(),
    }),
    fc.constantFrom('checkpoint', 'checkpoint with a table'),
  ),
  { maxLength: 60 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

function table(bytes: number) {
  const words = new Int32Array(2 * (bytes >> 3)).map((_, i) => i);
  return {
    head: Int32Array.of(bytes),
    tables: [{ columns: 2, steps: 0, words, begin: 0, end: words.length }],
  };
}

/** The official reader of this file. */
function readerOf(path: string): Promise<McapIndexedReader> {
  const bytes = readFileSync(path);
  return McapIndexedReader.Initialize({
    decompressHandlers: {
      zstd: (packed, size) => decompressChunk('zstd', packed, Number(size), path, 0),
    },
    readable: {
      size: () => Promise.resolve(BigInt(bytes.length)),
      read: (offset, size) =>
        Promise.resolve(new Uint8Array(bytes.subarray(Number(offset), Number(offset + size)))),
    },
  });
}

/** The stamps of the messages that it finds. */
async function stampsIn(path: string): Promise<number[]> {
  const reader = await readerOf(path);
  const stamps: number[] = [];
  for await (const { logTime } of reader.readMessages()) stamps.push(Number(logTime));
  return stamps;
}

/** Writes a bag step by step; after each checkpoint, `look` may look at the file. */
async function record(
  name: string,
  all: readonly Step[],
  compression: 'none' | 'zstd',
  look?: (path: string, messages: number) => Promise<void>,
): Promise<Buffer> {
  const path = join(directory, name);
  const options = { chunkBytes: 500, inPlace: true, overwrite: true, compression } as const;
  const writer = await createBag(path, options);
  const topics = [0, 1, 2].map((i) =>
    writer.addTopic({ name: `/t${i}`, type: 'std_msgs/msg/Empty' }),
  );
  const stamp = new Stamp();
  let messages = 0;
  for (const step of all) {
    stamp.set(BigInt(messages));
    if (typeof step === 'object') {
      const topic = topics[step.topic]!;
      messages++;
      if (step.isTable) writer.writeTables(topic, stamp, stamp, 0, table(step.bytes));
      else writer.writeStamped(topic, stamp, stamp, 0, new Uint8Array(step.bytes));
    } else if (look !== undefined) {
      const isMore = step !== 'checkpoint';
      writer.checkpoint(() => {
        if (isMore) writer.writeTables(topics[0]!, stamp, stamp, 0, table(40));
      });
      await look(path, isMore ? messages + 1 : messages);
    }
  }
  writer.close();
  return readFileSync(path);
}

it('a file is whole at every checkpoint, and the finished file shows no trace of checkpoints', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom('none', 'zstd'), async (all, compression) => {
      const checked = await record('checked.mcap', all, compression, async (path, messages) => {
        const expected = Array.from({ length: messages }, (_, i) => i);
        expect(await stampsIn(path)).toEqual(expected);
      });
      expect(checked.equals(await record('plain.mcap', all, compression))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('a checkpoint compresses only what stays', async () => {
  const message = { topic: 0, bytes: 400, isTable: false };
  const found: string[][] = [];
  const all: Step[] = [message, message, 'checkpoint'];
  await record('compressed.mcap', all, 'zstd', async (path) => {
    found.push((await readerOf(path)).chunkIndexes.map(({ compression }) => compression));
  });
  const { chunkIndexes } = await readerOf(join(directory, 'compressed.mcap'));
  found.push(chunkIndexes.map(({ compression }) => compression));
  expect(found).toEqual([
    ['zstd', ''],
    ['zstd', 'zstd'],
  ]);
});
