/** Changed bytes in MCAP files, both ours and those of writers that write fewer checksums. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBag } from '../index.js';
import { writeChannel, writeSchema, writeStatistics } from '../mcap_record_writer.js';
import { MCAP_MAGIC, OP, RECORD_HEADER_BYTES } from '../mcap_records.js';
import { RecordBuffer } from '../record_buffer.js';
import { Stamp } from '../stamps.js';
import { temporaryDirectory } from '../testing.test_support.js';
import { verifyBag } from './verify_bag.js';

const directory = temporaryDirectory();
const TOPIC = { name: '/a', type: 'std_msgs/msg/UInt8', schema: 'uint8 data' };
/** `ORRERY_BYTES=1` changes every byte. */
const STEP = Number(process.env.ORRERY_BYTES ?? 11);

/** Our bag: two chunks, two topics. */
async function ours(): Promise<Uint8Array> {
  const path = join(directory, 'ours.mcap');
  const writer = await createBag(path, { compression: 'none', chunkBytes: 200, overwrite: true });
  const a = writer.addTopic(TOPIC);
  const b = writer.addTopic({ ...TOPIC, name: '/b' });
  for (let index = 0; index < 6; index++) {
    const time = 10n + BigInt(index);
    writer.write(index % 2 === 0 ? a : b, time, time, index, Uint8Array.of(0, 1, 0, 0, index));
  }
  writer.close();
  return Uint8Array.from(readFileSync(path));
}

/** The records of a file outside chunks; its closing magic counts as a record without an opcode. */
function records(bytes: Uint8Array): { opcode: number; at: number; end: number }[] {
  const view = new DataView(bytes.buffer);
  const found: { opcode: number; at: number; end: number }[] = [];
  let at: number = MCAP_MAGIC.length;
  while (at < bytes.length - MCAP_MAGIC.length) {
    const end = at + RECORD_HEADER_BYTES + Number(view.getBigUint64(at + 1, true));
    found.push({ opcode: bytes[at]!, at, end });
    at = end;
  }
  return found;
}

/** The same file without the checksums of data and summary, which most writers leave out. */
function withoutChecksums(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  const dataEnd = records(copy).find(({ opcode }) => opcode === OP.dataEnd)!;
  copy.fill(0, dataEnd.at + RECORD_HEADER_BYTES, dataEnd.end);
  copy.fill(0, copy.length - MCAP_MAGIC.length - 4, copy.length - MCAP_MAGIC.length);
  return copy;
}

/** A file without chunks. */
function unchunked(): Uint8Array {
  const file = new RecordBuffer(1024);
  const encoder = new TextEncoder();
  const schema = {
    id: 1,
    name: TOPIC.type,
    encoding: 'ros2msg',
    data: encoder.encode(TOPIC.schema),
  };
  const channel = {
    ...{ topic: '/a', messageEncoding: 'cdr', metadata: new Map([['offered_qos_profiles', '[]']]) },
    schema: { name: schema.name, encoding: schema.encoding, text: TOPIC.schema },
  };
  const define = () => {
    writeSchema(file, schema);
    writeChannel(file, { id: 1, schemaId: 1, channel });
  };
  file.bytes(MCAP_MAGIC);
  const header = file.begin(OP.header);
  file.text('ros2');
  file.text('');
  file.end(header);
  define();
  for (let index = 0; index < 3; index++) {
    const time = new Stamp();
    time.set(BigInt(index));
    file.message(1, index, time, time, Uint8Array.of(0, 1, 0, 0, index));
  }
  const dataEnd = file.begin(OP.dataEnd);
  file.u32(0);
  file.end(dataEnd);
  const start = file.length;
  define();
  writeStatistics(file, {
    ...{ messageCount: 3, schemaCount: 1, channelCount: 1, metadataCount: 0, chunkCount: 0 },
    ...{ start: 0n, end: 2n, counts: [[1, 3]] },
  });
  file.u8(OP.footer);
  file.size(20);
  file.size(start);
  file.size(0);
  file.u32(0);
  file.bytes(MCAP_MAGIC);
  return file.content().slice();
}

/** Whether verify says anything about a file with these bytes. */
async function isNoticed(bytes: Uint8Array): Promise<boolean> {
  const path = join(directory, 'changed.mcap');
  writeFileSync(path, bytes);
  const { problems } = await verifyBag(path);
  return problems.length > 0;
}

/** For each byte whose change goes unnoticed: its record, and its place in the record. */
async function unnoticed(bytes: Uint8Array): Promise<string[]> {
  const found: string[] = [];
  const all = records(bytes);
  const [, ...known] = Object.entries(OP);
  for (let at = 0; at < bytes.length; at += STEP) {
    const changed = bytes.slice();
    changed[at] = changed[at]! ^ (1 << (at % 8));
    if (await isNoticed(changed)) continue;
    const record = all.find((each) => at >= each.at && at < each.end);
    const name = known.find(([, opcode]) => opcode === record?.opcode)?.[0] ?? 'header';
    found.push(`${name} ${at - (record?.at ?? 0)}`);
  }
  return found;
}

describe('a changed byte', () => {
  it('of a bag that Orrery wrote is noticed, wherever it is', async () => {
    const bytes = await ours();
    expect(await isNoticed(bytes)).toBe(false);
    expect(await unnoticed(bytes)).toEqual([]);
  });

  it('of a bag without checksums of data and summary is noticed where the content is stored twice', async () => {
    const bytes = withoutChecksums(await ours());
    expect(await isNoticed(bytes)).toBe(false);
    // The name of the library, and the fields of rosbag2's metadata that are stored nowhere else.
    const left = new Set((await unnoticed(bytes)).map((place) => place.split(' ')[0]));
    expect([...left].filter((name) => name !== 'header' && name !== 'metadata')).toEqual([]);
  });

  it('of a bag without chunks is noticed, except in the content of messages', async () => {
    const bytes = unchunked();
    expect(await isNoticed(bytes)).toBe(false);
    const left = await unnoticed(bytes);
    // Sequence number, publish time and content; verify says that these could not be checked.
    const content = /^message (1[1-4]|2[3-9]|3\d)$/;
    expect(left.filter((place) => !content.test(place))).toEqual([]);
  });

  it('in an index or a summary is named with its place', async () => {
    const bytes = withoutChecksums(await ours());
    const say = async (opcode: number, at: number) => {
      const record = records(bytes).find((each) => each.opcode === opcode)!;
      const path = join(directory, 'changed.mcap');
      writeFileSync(
        path,
        bytes.map((byte, place) => (place === record.at + at ? byte ^ 1 : byte)),
      );
      const { problems } = await verifyBag(path);
      return problems.map(({ code, message }) => `${code} ${message}`).join('\n');
    };
    expect(await say(OP.messageIndex, RECORD_HEADER_BYTES + 6)).toMatch(
      /ORR_BAG_CONTRADICTION .*changed\.mcap at byte \d+: the message index of \/a is wrong/,
    );
    expect(await say(OP.chunkIndex, RECORD_HEADER_BYTES + 24)).toContain('about the chunk at byte');
    expect(await say(OP.summaryOffset, RECORD_HEADER_BYTES + 1)).toContain('no records 0x3');
  });
});
