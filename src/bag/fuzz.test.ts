import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zstd from '@foxglove/wasm-zstd';
import fc from 'fast-check';
import initSqlJs from 'sql.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { loadCompression } from './compression.js';
import { createBag, openBag, parseMetadata, parseQosProfiles } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const seeds: { name: string; bytes: Uint8Array }[] = [];

async function mcapSeed(compression: 'none' | 'lz4' | 'zstd'): Promise<Uint8Array> {
  const { readFileSync } = await import('node:fs');
  const path = join(directory, `${compression}.mcap`);
  const writer = await createBag(path, { compression, chunkBytes: 400 });
  const id = writer.addTopic({ name: '/a', type: 'std_msgs/msg/String', schema: 'string data' });
  for (let index = 0; index < 40; index++) {
    writer.write(id, BigInt(index), BigInt(40 - index), index, new Uint8Array(30).fill(index));
  }
  writer.close();
  return readFileSync(path);
}

async function sqliteSeed(): Promise<Uint8Array> {
  const sql = await initSqlJs();
  const db = new sql.Database();
  db.run(`PRAGMA page_size=512;
    CREATE TABLE topics(id INTEGER PRIMARY KEY,name TEXT NOT NULL,type TEXT NOT NULL,serialization_format TEXT NOT NULL,offered_qos_profiles TEXT NOT NULL);
    CREATE TABLE messages(id INTEGER PRIMARY KEY,topic_id INTEGER NOT NULL,timestamp INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE INDEX timestamp_idx ON messages (timestamp ASC);
    INSERT INTO topics VALUES (1,'/a','std_msgs/msg/String','cdr','');`);
  for (let index = 0; index < 60; index++) {
    db.run('INSERT INTO messages(timestamp,topic_id,data) VALUES (?,1,?)', [
      index,
      new Uint8Array(index * 30),
    ]);
  }
  const bytes = db.export();
  db.close();
  return bytes;
}

beforeAll(async () => {
  await loadCompression();
  for (const compression of ['none', 'lz4', 'zstd'] as const) {
    seeds.push({ name: compression, bytes: await mcapSeed(compression) });
  }
  const sqlite = await sqliteSeed();
  seeds.push({ name: 'db3', bytes: sqlite }, { name: 'db3.zstd', bytes: zstd.compress(sqlite) });
});

/** Damage: overwritten bytes (often with extreme values) and a cut. */
const damage = fc.record({
  writes: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bytes: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.constantFrom(
          Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 127),
          new Uint8Array(8),
          Uint8Array.of(255, 255, 255, 127),
        ),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  keep: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
});

describe('damaged bags', () => {
  it.each(['none', 'lz4', 'zstd', 'db3', 'db3.zstd'])(
    '%s: reads or fails with a coded error, never hangs, never takes much memory',
    async (name) => {
      const seed = seeds.find((candidate) => candidate.name === name)!;
      const path = join(directory, `damaged-${name}`);
      const before = process.memoryUsage().rss;
      let failures = 0;
      await fc.assert(
        fc.asyncProperty(damage, async ({ writes, keep }) => {
          const bytes = Uint8Array.from(seed.bytes);
          for (const write of writes) {
            const at = Math.floor(write.at * bytes.length);
            bytes.set(write.bytes.subarray(0, bytes.length - at), at);
          }
          writeFileSync(path, keep === undefined ? bytes : bytes.subarray(0, keep * bytes.length));
          try {
            const bag = await openBag(path);
            let count = 0;
            for (const order of ['received', 'sent'] as const) {
              for (const message of bag.messages({ order })) {
                count += message.data.length >= 0 ? 1 : 0;
                if (count > 10_000) throw new Error('more messages than the file can hold');
              }
            }
            bag.close();
          } catch (error) {
            if (!(error instanceof OrreryError)) throw error;
            expect(error.message).toContain(path);
            failures++;
          }
        }),
        { numRuns: 400 },
      );
      expect(failures).toBeGreaterThan(0);
      expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
    },
  );

  it.each(['lz4', 'zstd'])('a damaged %s bag does not spoil the next good one', async (name) => {
    const { bytes } = seeds.find((candidate) => candidate.name === name)!;
    const damaged = Uint8Array.from(bytes).fill(0x5a, 150, 300);
    for (let round = 0; round < 3; round++) {
      const path = join(directory, `spoil-${name}`);
      writeFileSync(path, damaged);
      const bad = await openBag(path).then(
        (bag) => () => [...bag.messages()],
        (error) => () => {
          throw error;
        },
      );
      expect(bad).toThrow(OrreryError);
      writeFileSync(path, bytes);
      expect([...(await openBag(path)).messages()]).toHaveLength(40);
    }
  });

  it('refuses impossible sizes without allocating memory for them', async () => {
    const bytes = Uint8Array.from(seeds.find(({ name }) => name === 'zstd')!.bytes);
    const view = new DataView(bytes.buffer);
    const chunk = bytes.indexOf(6, 8 + 9 + 4 + 'ros2'.length + 4 + 'orrery'.length);
    view.setBigUint64(chunk + 9 + 16, 1n << 29n, true);
    const path = join(directory, 'claim.mcap');
    writeFileSync(path, bytes);
    const bag = await openBag(path);
    expect(() => [...bag.messages()]).toThrow(OrreryError);
    bag.close();
  });

  it.each([
    ['empty', ''],
    ['text', 'hello, this is not a bag at all'],
    ['ROS 1', '#ROSBAG V2.0\nand more'],
    ['another database', 'SQLite format 3\0'],
  ])('refuses %s', async (_name, text) => {
    const path = join(directory, 'other');
    writeFileSync(path, text);
    await expect(openBag(path)).rejects.toMatchObject({ code: expect.stringMatching(/^ORR_BAG_/) });
  });

  it('refuses a path that does not exist and a folder without a bag', async () => {
    await expect(openBag(join(directory, 'nowhere'))).rejects.toMatchObject({
      code: 'ORR_BAG_NOT_FOUND',
    });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(directory, 'folder'));
    await expect(openBag(join(directory, 'folder'))).rejects.toMatchObject({
      code: 'ORR_BAG_NOT_A_BAG',
    });
  });

  it('metadata.yaml and QoS text: parsed or refused with a code', () => {
    const fragments = fc.constantFrom(
      'version: 9',
      'duration:',
      '  nanoseconds: 1',
      '- a',
      '&x [*x]',
      '? ',
      'message_count: -1',
      '"',
      '{',
      'topics_with_message_count: [{}]',
      'depth: 1',
      '- history: 77',
      '- deadline: {sec: 1}',
      ':',
      '!!int x',
      '<<: *y',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fragments).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(text, (yaml) => {
        for (const parse of [
          () => parseMetadata(yaml, 'metadata.yaml'),
          () => parseQosProfiles(yaml, 'f'),
        ]) {
          try {
            parse();
          } catch (error) {
            if (!(error instanceof OrreryError)) throw error;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
