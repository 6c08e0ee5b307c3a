import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBag } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();

/** What happens to a recording: a message on one of three topics, or a checkpoint. */
const steps = fc.array(
  fc.oneof(
    fc.record({ topic: fc.nat(2), bytes: fc.integer({ min: 0, max: 400 }) }),
    fc.constant('checkpoint' as const),
  ),
  { maxLength: 60 },
);

/** The stamps of the messages that the official reader finds. */
async function stampsIn(path: string): Promise<number[]> {
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: () => Promise.resolve(BigInt(bytes.length)),
      read: (offset, size) =>
        Promise.resolve(new Uint8Array(bytes.subarray(Number(offset), Number(offset + size)))),
    },
  });
  const stamps: number[] = [];
  for await (const { logTime } of reader.readMessages()) stamps.push(Number(logTime));
  return stamps;
}

/** Writes a bag step by step; after each checkpoint, `look` may look at the file. */
async function record(
  name: string,
  all: readonly (typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never)[],
  look?: (path: string, messages: number) => Promise<void>,
): Promise<Buffer> {
  const path = join(directory, name);
  const compression = 'none';
  const options = { chunkBytes: 500, inPlace: true, overwrite: true, compression } as const;
  const writer = await createBag(path, options);
  const topics: number[] = [];
  let messages = 0;
  for (const step of all) {
    if (step === 'checkpoint') {
      if (look === undefined) continue;
      writer.checkpoint();
      await look(path, messages);
    } else {
      topics[step.topic] ??= writer.addTopic({
        name: `/t${step.topic}`,
        type: 'std_msgs/msg/Empty',
      });
      const stamp = BigInt(messages++);
      writer.write(topics[step.topic]!, stamp, stamp, 0, new Uint8Array(step.bytes));
    }
  }
  writer.close();
  return readFileSync(path);
}

it('a file is whole at every checkpoint, and the finished file shows no trace of checkpoints', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const checked = await record('checked.mcap', all, async (path, messages) => {
        const expected = Array.from({ length: messages }, (_, i) => i);
        expect(await stampsIn(path)).toEqual(expected);
      });
      expect(checked.equals(await record('plain.mcap', all))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
