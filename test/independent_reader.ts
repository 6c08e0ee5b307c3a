import { readFileSync } from 'node:fs';
import zstd from '@foxglove/wasm-zstd';
import { McapStreamReader } from '@mcap/core';

/**
 * The messages that another implementation finds in an MCAP file, which may end anywhere. Await `zstd.isLoaded`
 * before the call.
 */
export function countIn(path: string, isWanted: (topic: string) => boolean): number {
  const reader = new McapStreamReader({
    decompressHandlers: { zstd: (data, size) => zstd.decompress(data, Number(size)) },
  });
  reader.append(readFileSync(path));
  const channels = new Map<number, string>();
  let count = 0;
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === 'Channel') channels.set(record.id, record.topic);
    if (record.type === 'Message' && isWanted(channels.get(record.channelId)!)) count++;
  }
  return count;
}
