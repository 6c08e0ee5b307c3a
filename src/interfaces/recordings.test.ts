import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import type { MessageType } from './message_type.js';
import { TypeRegistry } from './type_registry.js';

const shared = process.env.ORRERY_SHARED ?? join(import.meta.dirname, '../../../shared');
const recordings = [
  'data/bags/kitti_d0001_plain/bag_plain.mcap',
  'data/bags/rosbag2_jazzy_mcap_plain/mcap_plain_0.mcap',
];

describe.each(recordings)('../shared/%s', (path) => {
  const file = join(shared, path);

  it.skipIf(!existsSync(file))('every message decodes and encodes to the same bytes', () => {
    const types = new TypeRegistry({ amentPrefixPath: '' });
    const reader = new McapStreamReader();
    reader.append(readFileSync(file));
    const schemas = new Map<number, MessageType>();
    const channels = new Map<number, MessageType>();
    let count = 0;
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
      if (record.type === 'Schema') {
        const text = new TextDecoder().decode(record.data);
        schemas.set(record.id, types.fromSchema(record.name, text));
      } else if (record.type === 'Channel') {
        channels.set(record.id, schemas.get(record.schemaId)!);
      } else if (record.type === 'Message') {
        const type = channels.get(record.channelId)!;
        const bytes = type.encode(type.decode(record.data));
        // Middlewares pad the end of a message to a multiple of four.
        expect(Buffer.compare(bytes, record.data.subarray(0, bytes.length))).toBe(0);
        expect(record.data.length - bytes.length).toBeLessThan(4);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0);
    for (const type of schemas.values()) expect(types.message(type.name)).toBe(type);
  });
});
