import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapWriter } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { convertBag, openBag, verifyBag } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
let files = 0;

/** A file without messages, written by the reference library. */
async function byReference(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0n;
  const writable = {
    position: () => size,
    write: async (bytes: Uint8Array) => {
      parts.push(Uint8Array.from(bytes));
      size += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({
    writable,
    useChunks: false,
    useStatistics: false,
    useSummaryOffsets: false,
  });
  await writer.start({ profile: 'ros2', library: 'test' });
  await writer.end();
  return Buffer.concat(parts);
}

function record(opcode: number, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(9);
  header[0] = opcode;
  header.writeBigUInt64LE(BigInt(content.length), 1);
  return Buffer.concat([header, content]);
}

function chunk(records: Uint8Array): Uint8Array {
  const head = Buffer.alloc(40);
  head.writeBigUInt64LE(BigInt(records.length), 16);
  head.writeBigUInt64LE(BigInt(records.length), 32);
  return record(0x06, Buffer.concat([head, records]));
}

/** A string of MCAP. */
function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function schema(name: string): Uint8Array {
  return record(3, Buffer.concat([Buffer.from([1, 0]), text(name), text('ros2msg'), text('')]));
}

function channel(topic: string): Uint8Array {
  return record(4, Buffer.concat([Buffer.from([1, 0, 1, 0]), text(topic), text('cdr'), text('')]));
}

/** A file with these records. */
async function fileOf(...records: readonly Uint8Array[]): Promise<string> {
  const whole = await byReference();
  const at = 8 + 9 + whole[9]!;
  const path = join(directory, `odd-${files++}.mcap`);
  writeFileSync(path, Buffer.concat([whole.subarray(0, at), ...records, whole.subarray(at)]));
  return path;
}

async function problemsOf(path: string): Promise<string> {
  const { ok, problems } = await verifyBag(path);
  expect(ok).toBe(false);
  return problems.map(({ message }) => message).join('\n');
}

describe('contradictions of an MCAP file are named', () => {
  it('a chunk in a chunk', async () => {
    const nested = chunk(chunk(new Uint8Array(0)));
    const path = await fileOf(nested, chunk(new Uint8Array(0)));
    expect(await problemsOf(path)).toContain('chunks cannot be nested');
  });

  it('a channel id and a schema id used twice', async () => {
    const names = [schema('a_msgs/msg/A'), schema('a_msgs/msg/B')];
    expect(await problemsOf(await fileOf(...names))).toContain('schema id 1 is used twice');
    const path = await fileOf(names[0]!, channel('/a'), channel('/b'));
    expect(await problemsOf(path)).toContain('the channel id 1 is used twice, for /a and for /b');
  });
});

describe('a malformed record in an intact chunk costs only that record', () => {
  const message = record(5, Buffer.concat([Buffer.from([1, 0]), Buffer.alloc(28)]));

  it.each([
    ['a message that is too short', record(5, Buffer.alloc(3)), 'is too short'],
    ['a chunk', chunk(message), 'chunks cannot be nested'],
    ['a record that leaves the chunk, at its end', message.subarray(0, 20), 'leaves it'],
  ])('%s', async (name, odd, problem) => {
    const after = name.endsWith('end') ? [] : [message, message];
    const records = [schema('std_msgs/msg/Empty'), channel('/a'), message, odd, ...after];
    const path = await fileOf(chunk(Buffer.concat(records)));
    expect(await problemsOf(path)).toContain(problem);
    const bag = await openBag(path, { recover: true });
    expect(bag.warnings.map(({ code }) => code)).toEqual(['ORR_BAG_LOST']);
    const output = join(directory, `kept-${files++}.mcap`);
    await convertBag(bag, output);
    bag.close();
    expect((await verifyBag(output)).messageCount).toBe(1 + after.length);
  });
});
