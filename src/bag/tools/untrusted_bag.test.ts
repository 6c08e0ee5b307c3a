/** Bags from strangers: their definitions, names, stamps and files. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader, TempBuffer } from '@mcap/core';
import fc from 'fast-check';
import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { catBag, convertBag, createBag, formatVerification, openBag, verifyBag } from '../index.js';
import { directory, registry } from './small_bag.test_support.js';

const LINE = '='.repeat(80);
let files = 0;

async function bagOf(
  topic: string,
  type: string,
  schema: string,
  data: Uint8Array,
): Promise<string> {
  const path = join(directory, `untrusted-${files++}.mcap`);
  const writer = await createBag(path);
  const id = writer.addTopic({ name: topic, type, schema });
  writer.write(id, 1n, 1n, 0, data);
  writer.close();
  return path;
}

async function cat(path: string): Promise<string> {
  const bag = await openBag(path);
  try {
    return [...catBag(bag, { registry, format: 'json' })].join('');
  } finally {
    bag.close();
  }
}

describe('definitions in a bag', () => {
  const chain = (count: number, fields: (next: number) => string) =>
    Array.from({ length: count }, (_, i) => {
      const text = i + 1 < count ? fields(i + 1) : 'int8 a\n';
      return i === 0 ? text : `${LINE}\nMSG: x/T${i}\n${text}`;
    }).join('');

  it.each([
    ['22 types that each hold two of the next', chain(23, (n) => `T${n} a\nT${n} b\n`)],
    ['arrays of arrays', chain(3, (n) => `T${n}[100000] a\n`)],
    ['10,000 nested types', chain(10_000, (n) => `T${n} a\n`)],
  ])('%s are refused by verify and cat', async (_name, schema) => {
    const path = await bagOf('/a', 'x/msg/T0', schema, Uint8Array.of(0, 1, 0, 0, 1, 2, 3, 4));
    const limit = expect.objectContaining({ code: 'ORR_DEFINITION_LIMIT' });
    const found = await verifyBag(path, { registry });
    expect(found).toMatchObject({ ok: false, problems: [limit] });
    await expect(cat(path)).rejects.toThrow(limit);
  });

  it('may have the largest bounds', async () => {
    const schema = 'string<=4294967295[<=4294967295] a\nwstring<=4294967295 b\n';
    const path = await bagOf(
      '/a',
      'x/msg/T0',
      schema,
      Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    );
    expect(await verifyBag(path, { registry })).toMatchObject({ ok: true });
    expect(await cat(path)).toContain('"a":[],"b":""');
  });
});

describe('names in a bag', () => {
  it('may be those of entities in a trace', async () => {
    const verified = async (name: string) => {
      const type = 'orrery_msgs/msg/System';
      return verifyBag(await bagOf(name, type, 'uint8 a\n', Uint8Array.of(0, 1, 0, 0, 0)));
    };
    for (const name of ['system', '/a/b timer timer#3', '/a subscription /scan']) {
      expect(await verified(name), name).toMatchObject({ ok: true, problems: [] });
    }
    for (const name of ['', '//', '/../x', '/a timer \u001b[2J', '/a\u202e timer x']) {
      const [problem] = (await verified(name)).problems;
      expect(problem, name).toMatchObject({ code: 'ORR_BAG_TOPIC_NAME' });
    }
  });

  it.each(['', '/', '//', '/../x', 'chatter', '/a/', '/a//b', '/1a', '/a b', '/a\u001b[2J', '/ä'])(
    '%j makes it suspicious',
    async (name) => {
      const result = await verifyBag(
        await bagOf(name, 'std_msgs/msg/Empty', '', Uint8Array.of(0, 1, 0, 0, 0)),
      );
      expect(result.problems).toContainEqual(
        expect.objectContaining({ code: 'ORR_BAG_TOPIC_NAME' }),
      );
      expect(formatVerification(result)).toContain('The bag is suspicious');
    },
  );

  it('do not if a graph can have them', async () => {
    const segment = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const path = await bagOf(
          `/${segments.join('/')}`,
          'std_msgs/msg/Empty',
          '',
          Uint8Array.of(0, 1, 0, 0, 0),
        );
        expect((await verifyBag(path)).problems).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

it('stamps and 64-bit integers survive JSON', async () => {
  const type = registry.message('std_msgs/msg/UInt64');
  const data = type.encode({ data: 18_446_744_073_709_551_615n });
  const line = JSON.parse(await cat(await bagOf('/a', type.name, type.schemaText, data)));
  expect(line).toMatchObject({ log_time: '1', message: { data: '18446744073709551615' } });
});

it('a named pipe is refused before it is opened', async () => {
  const path = join(directory, 'pipe.mcap');
  execFileSync('mkfifo', [path]);
  await expect(openBag(path)).rejects.toMatchObject({
    code: 'ORR_BAG_NOT_A_BAG',
    message: expect.stringContaining('not a regular file'),
  });
});

it('a sqlite3 bag without definitions gets them when it becomes MCAP', async () => {
  const sql = await initSqlJs();
  const db = new sql.Database();
  db.run(`CREATE TABLE topics(id INTEGER PRIMARY KEY,name TEXT NOT NULL,type TEXT NOT NULL,serialization_format TEXT NOT NULL,offered_qos_profiles TEXT NOT NULL);
    CREATE TABLE messages(id INTEGER PRIMARY KEY,topic_id INTEGER NOT NULL,timestamp INTEGER NOT NULL, data BLOB NOT NULL);
    INSERT INTO topics VALUES (1,'/imu','sensor_msgs/msg/Imu','cdr',''),(2,'/own','own_msgs/msg/Own','cdr','');`);
  const imu = registry.message('sensor_msgs/msg/Imu');
  db.run('INSERT INTO messages(timestamp,topic_id,data) VALUES (5,1,?)', [
    imu.encode(imu.create()),
  ]);
  const path = join(directory, 'humble.db3');
  writeFileSync(path, db.export());
  const bag = await openBag(path);
  expect(formatVerification(await verifyBag(path, { registry }))).toContain(
    'valid, but nothing could be checked',
  );
  const output = join(directory, 'humble.mcap');
  await convertBag(bag, output, { registry });
  bag.close();
  const reader = await McapIndexedReader.Initialize({
    readable: new TempBuffer(readFileSync(output)),
  });
  const texts = [...reader.channelsById.values()].map(({ topic, schemaId }) => [
    topic,
    new TextDecoder().decode(reader.schemasById.get(schemaId)?.data),
  ]);
  expect(texts).toEqual([
    ['/imu', imu.schemaText],
    ['/own', ''],
  ]);
});
