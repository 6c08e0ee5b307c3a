import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zstd from '@foxglove/wasm-zstd';
import fc from 'fast-check';
import initSqlJs from 'sql.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCompression } from './compression.js';
import { openBag } from './index.js';
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
let sql: Awaited<ReturnType<typeof initSqlJs>>;

beforeAll(async () => {
  sql = await initSqlJs();
  await loadCompression();
});

interface Layout {
  readonly pageSize?: number;
  readonly encoding?: 'UTF-8' | 'UTF-16le' | 'UTF-16be';
  readonly index?: boolean;
  /** Columns of newer schema versions. */
  readonly definitions?: boolean;
  readonly qos?: boolean;
}

/** A database as rosbag2 lays it out, made by SQLite itself. */
function database(messages: readonly GeneratedMessage[], layout: Layout = {}): Uint8Array {
  const {
    pageSize = 4096,
    encoding = 'UTF-8',
    index = true,
    definitions = true,
    qos = true,
  } = layout;
  const db = new sql.Database();
  db.run(`PRAGMA page_size=${pageSize}; PRAGMA encoding='${encoding}'`);
  const more =
    (qos ? ',offered_qos_profiles TEXT NOT NULL' : '') +
    (definitions ? ',type_description_hash TEXT NOT NULL' : '');
  db.run(
    `CREATE TABLE topics(id INTEGER PRIMARY KEY,name TEXT NOT NULL,type TEXT NOT NULL,serialization_format TEXT NOT NULL${more})`,
  );
  db.run(
    'CREATE TABLE messages(id INTEGER PRIMARY KEY,topic_id INTEGER NOT NULL,timestamp INTEGER NOT NULL, data BLOB NOT NULL)',
  );
  if (index) db.run('CREATE INDEX timestamp_idx ON messages (timestamp ASC)');
  if (definitions) {
    db.run(
      'CREATE TABLE message_definitions(id INTEGER PRIMARY KEY,topic_type TEXT NOT NULL,encoding TEXT NOT NULL,encoded_message_definition TEXT NOT NULL,type_description_hash TEXT NOT NULL)',
    );
    db.run(
      "INSERT INTO message_definitions VALUES (1,'test_msgs/msg/Bytes','ros2msg','uint8[] data # ä','RIHS01_0')",
    );
  }
  TOPIC_NAMES.forEach((name, id) => {
    const values = [id + 1, name, 'test_msgs/msg/Bytes', 'cdr'];
    if (qos) values.push('- history: 1\n  depth: 3\n  reliability: 2');
    if (definitions) values.push('RIHS01_0');
    db.run(`INSERT INTO topics VALUES (${values.map(() => '?').join(',')})`, values);
  });
  const insert = db.prepare(
    'INSERT INTO messages(timestamp,topic_id,data) VALUES (CAST(? AS INTEGER),?,?)',
  );
  for (const { logTime, topic, data } of messages)
    insert.run([logTime.toString(), topic + 1, data]);
  insert.free();
  const bytes = db.export();
  db.close();
  return bytes;
}

function write(bytes: Uint8Array, name = 'bag.db3'): string {
  const path = join(directory, `${files++}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** sqlite3 keeps one stamp and no sequence number. */
function stored(messages: readonly GeneratedMessage[]): GeneratedMessage[] {
  return messages.map((message) => ({ ...message, publishTime: message.logTime, sequence: 0 }));
}

describe('sqlite3 storage', () => {
  it('reads what SQLite wrote: page sizes, overflow pages, encodings, with and without index', async () => {
    const layouts = fc.record({
      pageSize: fc.constantFrom(512, 1024, 4096, 65_536),
      encoding: fc.constantFrom('UTF-8', 'UTF-16le', 'UTF-16be' as const),
      index: fc.boolean(),
      definitions: fc.boolean(),
      qos: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageArbitrary(3000), { maxLength: 60 }),
        layouts,
        async (messages, layout) => {
          const bag = await openBag(write(database(messages, layout)));
          expect(bag.metadata.messageCount).toBe(messages.length);
          expect(plain(bag.messages())).toEqual(expectedOrder(stored(messages)));
          const window = { topics: ['/a', '/d'], start: 2n, end: 15n };
          expect(plain(bag.messages(window))).toEqual(
            expectedOrder(stored(messages)).filter(
              ({ topic, logTime }) =>
                window.topics.includes(topic) && logTime >= 2n && logTime <= 15n,
            ),
          );
          expect(bag.topics.map((topic) => topic.name)).toEqual(TOPIC_NAMES);
          const [topic] = bag.topics;
          expect(topic?.schema?.text).toBe(layout.definitions ? 'uint8[] data # ä' : undefined);
          expect(topic?.typeHash).toBe(layout.definitions ? 'RIHS01_0' : '');
          expect(topic?.offeredQosProfiles[0]?.reliability).toBe(
            layout.qos ? 'best_effort' : undefined,
          );
          bag.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('follows b-trees of several levels', async () => {
    const messages = Array.from({ length: 20_000 }, (_, index) => ({
      topic: index % 4,
      logTime: BigInt((index * 7919) % 20_011),
      publishTime: 0n,
      sequence: 0,
      data: Uint8Array.of(index & 255, index >> 8),
    }));
    for (const index of [true, false]) {
      const bag = await openBag(write(database(messages, { pageSize: 512, index })));
      expect(plain(bag.messages())).toEqual(expectedOrder(stored(messages)));
      bag.close();
    }
  });

  it('reads file-level and message-level zstd', async () => {
    const messages = fc.sample(messageArbitrary(), { numRuns: 50, seed: 9 });
    const bytes = database(messages);
    const file = await openBag(write(zstd.compress(bytes), 'bag.db3.zstd'));
    expect(plain(file.messages())).toEqual(expectedOrder(stored(messages)));
    file.close();
    const packed = messages.map((message) => ({ ...message, data: zstd.compress(message.data) }));
    const folder = join(directory, 'by_message');
    mkdirSync(folder);
    writeFileSync(join(folder, 'x_0.db3'), database(packed));
    writeFileSync(
      join(folder, 'metadata.yaml'),
      `rosbag2_bagfile_information:
  version: 5
  storage_identifier: sqlite3
  relative_file_paths: [x_0.db3]
  duration: {nanoseconds: 0}
  starting_time: {nanoseconds_since_epoch: 0}
  message_count: 50
  topics_with_message_count: []
  compression_format: zstd
  compression_mode: MESSAGE
`,
    );
    const bag = await openBag(folder);
    expect(plain(bag.messages())).toEqual(expectedOrder(stored(messages)));
    bag.close();
  });

  it('says that a write-ahead log is not read', async () => {
    const path = write(database([]));
    writeFileSync(`${path}-wal`, 'frames');
    const bag = await openBag(path);
    expect(bag.warnings.map((warning) => warning.code)).toEqual(['ORR_BAG_WAL']);
    bag.close();
  });
});
