import { readFileSync } from 'node:fs';
import zstd from '@foxglove/wasm-zstd';
import { McapStreamReader } from '@mcap/core';

type Message = Extract<ReturnType<McapStreamReader['nextRecord']>, { type: 'Message' }>;

/** The messages that another implementation finds in an MCAP file, which may end anywhere, with their topics. */
function* messagesIn(
  path: string,
): Generator<{ readonly topic: string; readonly message: Message }> {
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (data, size) => zstd.decompress(data, Number(size)) },
  });
  reader.append(readFileSync(path));
  const topics = new Map<number, string>();
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === 'Channel') topics.set(record.id, record.topic);
    if (record.type === 'Message') yield { topic: topics.get(record.channelId)!, message: record };
  }
}

/** How many messages another implementation finds. Await `zstd.isLoaded` before the call. */
export function countIn(path: string, isWanted: (topic: string) => boolean): number {
  let count = 0;
  for (const { topic } of messagesIn(path)) if (isWanted(topic)) count++;
  return count;
}

/** How many callbacks another implementation finds in a trace: the length of the first array of its messages. */
export function callbacksIn(path: string): number {
  let count = 0;
  for (const { topic, message } of messagesIn(path)) {
    const { buffer, byteOffset } = message.data;
    if (topic === 'callbacks') count += new DataView(buffer, byteOffset).getUint32(20, true);
  }
  return count;
}
