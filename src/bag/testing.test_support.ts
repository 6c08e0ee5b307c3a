/** Generated bags for the tests of this room. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import type { BagMessage } from './index.js';

/** A directory that is removed after the tests of the file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-bag-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface GeneratedMessage {
  readonly topic: number;
  readonly logTime: bigint;
  readonly publishTime: bigint;
  readonly sequence: number;
  readonly data: Uint8Array;
}

/** Messages on up to four topics with many equal and unordered stamps. */
export function messageArbitrary(maxData = 200): fc.Arbitrary<GeneratedMessage> {
  const stamp = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 2n ** 63n - 1n));
  return fc.record({
    topic: fc.nat(3),
    logTime: stamp,
    publishTime: stamp,
    sequence: fc.nat(2 ** 32 - 1),
    data: fc.uint8Array({ maxLength: maxData }),
  });
}

export const TOPIC_NAMES = ['/d', '/b', '/a', '/c'] as const;

/** The messages that reading must yield: sorted by stamp, equal stamps in recorded order. */
export function expectedOrder(
  messages: readonly GeneratedMessage[],
  order: 'received' | 'sent' = 'received',
): BagMessage[] {
  const key = order === 'received' ? 'logTime' : 'publishTime';
  return messages
    .map((message, index) => ({ message, index }))
    .sort((a, b) =>
      a.message[key] < b.message[key]
        ? -1
        : a.message[key] > b.message[key]
          ? 1
          : a.index - b.index,
    )
    .map(({ message }) => ({ ...message, topic: TOPIC_NAMES[message.topic]! }));
}

/** Plain copies, so that views into different buffers compare equal. */
export function plain(messages: Iterable<BagMessage>): BagMessage[] {
  return [...messages].map((message) => ({
    topic: message.topic,
    logTime: message.logTime,
    publishTime: message.publishTime,
    sequence: message.sequence,
    data: Uint8Array.from(message.data),
  }));
}
