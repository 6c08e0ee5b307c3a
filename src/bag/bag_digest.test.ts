import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BagDigest, type BagWriterOptions, createBag, hashBag, openBag } from './index.js';
import {
  type GeneratedMessage,
  messageArbitrary,
  TOPIC_NAMES,
  temporaryDirectory,
} from './testing.test_support.js';

const directory = temporaryDirectory();
let files = 0;

async function digest(
  messages: readonly GeneratedMessage[],
  options: BagWriterOptions = {},
  names: readonly string[] = TOPIC_NAMES,
): Promise<BagDigest> {
  const path = join(directory, `${files++}.mcap`);
  const writer = await createBag(path, options);
  const ids = new Map(names.map((name) => [name, writer.addTopic({ name, type: 'a/msg/B' })]));
  for (const { topic, logTime, publishTime, sequence, data } of messages) {
    writer.write(ids.get(TOPIC_NAMES[topic]!)!, logTime, publishTime, sequence, data);
  }
  writer.close();
  const bag = await openBag(path);
  const result = hashBag(bag);
  bag.close();
  return result;
}

describe('hashBag', () => {
  it('does not depend on chunks, compression, channel ids or sequence numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageArbitrary(), { maxLength: 30 }), async (messages) => {
        const expected = await digest(messages);
        expect(await digest(messages, { compression: 'none', chunkBytes: 99 })).toEqual(expected);
        const renumbered = messages.map((message) => ({ ...message, sequence: 1 }));
        const reversed = await digest(
          renumbered,
          { compression: 'lz4' },
          [...TOPIC_NAMES].reverse(),
        );
        expect(reversed.total).toBe(expected.total);
      }),
      { numRuns: 15 },
    );
  });

  it('changes with every stamp, byte, topic, and with the order of equal stamps', async () => {
    const base: GeneratedMessage[] = [0, 1].map((topic) => ({
      topic,
      logTime: 5n,
      publishTime: 4n,
      sequence: 0,
      data: Uint8Array.of(1, 2),
    }));
    const [first, second] = base as [GeneratedMessage, GeneratedMessage];
    const variants = [
      base,
      [second, first],
      [first],
      [],
      [{ ...first, logTime: 6n }, second],
      [{ ...first, publishTime: 5n }, second],
      [{ ...first, data: Uint8Array.of(1, 3) }, second],
      [{ ...first, topic: 2 }, second],
    ];
    const digests = [];
    for (const messages of variants) digests.push((await digest(messages)).total);
    expect(new Set(digests).size).toBe(variants.length);
  });
});
