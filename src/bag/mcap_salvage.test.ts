import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapIndexedReader, TempBuffer } from '@mcap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertBag, createBag, openBag, verifyBag } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const MESSAGES = 60;
let files = 0;

interface Piece {
  readonly from: number;
  readonly to: number;
  /** The numbers of the messages in it. */
  readonly numbers: readonly number[];
}

interface Specimen {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Piece[];
}

/** A bag of numbered messages on two topics; an independent reader says which chunk holds which message. */
async function specimen(
  compression: 'none' | 'zstd' | 'lz4',
  chunkBytes: number,
): Promise<Specimen> {
  const path = join(directory, `specimen-${files++}.mcap`);
  const writer = await createBag(path, { compression, chunkBytes });
  const schema = 'uint8[] data';
  const ids = ['/a', '/b'].map((name) =>
    writer.addTopic({ name, type: 'std_msgs/msg/UInt8MultiArray', schema }),
  );
  for (let i = 0; i < MESSAGES; i++) {
    writer.write(ids[i % 2]!, BigInt(i + 1), BigInt(i), i, new Uint8Array(50).fill(i));
  }
  writer.close();
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({ readable: new TempBuffer(bytes) });
  const chunks = reader.chunkIndexes.map((index) => {
    const numbers: number[] = [];
    for (let i = index.messageStartTime; i <= index.messageEndTime; i++)
      numbers.push(Number(i) - 1);
    const from = Number(index.chunkStartOffset);
    return { from, to: from + Number(index.chunkLength), numbers };
  });
  return { bytes, chunks };
}

/** The numbers that an independent reader finds in a bag that `convert --recover` wrote. */
async function numbersIn(path: string): Promise<number[]> {
  const readable = new TempBuffer(readFileSync(path));
  const reader = await McapIndexedReader.Initialize({ readable });
  const numbers: number[] = [];
  for await (const message of reader.readMessages()) {
    expect(message.data).toEqual(new Uint8Array(50).fill(message.sequence));
    expect(message.logTime).toBe(BigInt(message.sequence + 1));
    numbers.push(message.sequence);
  }
  return numbers;
}

async function recovered(bytes: Uint8Array): Promise<{ numbers: number[]; lost: number }> {
  const damaged = join(directory, `damaged-${files++}.mcap`);
  writeFileSync(damaged, bytes);
  const bag = await openBag(damaged, { recover: true });
  const lost = bag.warnings.filter(({ code }) => code === 'ORR_BAG_LOST').length;
  const output = join(directory, `recovered-${files++}.mcap`);
  await convertBag(bag, output, { compression: 'none' });
  bag.close();
  return { numbers: await numbersIn(output), lost };
}

const hits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 3 },
);
const forms = fc.tuple(fc.constantFrom('none', 'zstd', 'lz4' as const), fc.constantFrom(200, 600));

describe('a damaged MCAP file', () => {
  it('loses only the chunks that are damaged', async () => {
    await fc.assert(
      fc.asyncProperty(forms, hits, async ([compression, chunkBytes], damage) => {
        const { bytes, chunks } = await specimen(compression, chunkBytes);
        const last = chunks.at(-1)!.to;
        const changed = new Set<number>();
        for (const hit of damage) {
          // After the first magic and before the summary, which is tried below.
          const start = 8 + Math.floor(hit.at * (last - 8));
          for (const [i, byte] of hit.bytes.entries()) {
            if (start + i >= last || bytes[start + i] === byte) continue;
            bytes[start + i] = byte;
            changed.add(start + i);
          }
        }
        const whole = chunks.filter(
          ({ from, to }) => ![...changed].some((at) => at >= from && at < to),
        );
        const { numbers, lost } = await recovered(bytes);
        for (const number of whole.flatMap((chunk) => chunk.numbers))
          expect(numbers).toContain(number);
        // Changes that no checksum covers, such as the stamps of a chunk's header, may do no harm.
        expect(new Set(numbers).size).toBe(numbers.length);
        if (whole.length === chunks.length) expect(numbers).toHaveLength(MESSAGES);
        expect(lost).toBeLessThanOrEqual(chunks.length + damage.length);
        if (numbers.length < MESSAGES) expect(lost).toBeGreaterThan(0);
      }),
      { numRuns: 120 },
    );
  });

  it('loses only the chunks that are damaged, also without its summary', async () => {
    const { bytes, chunks } = await specimen('zstd', 300);
    const cut = bytes.subarray(0, chunks.at(-1)!.to + 5);
    const middle = chunks[2]!;
    cut.fill(0xff, middle.from + 1, middle.from + 30);
    const { numbers } = await recovered(cut);
    expect(numbers).toEqual(
      chunks.filter((chunk) => chunk !== middle).flatMap((chunk) => chunk.numbers),
    );
  });

  it('says that a chunk is lost whose first byte is damaged, with or without its summary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(255), fc.boolean(), async (opcode, hasSummary) => {
        const { bytes, chunks } = await specimen('zstd', 300);
        const [, hit] = chunks;
        bytes[hit!.from] = opcode;
        const { numbers, lost } = await recovered(
          hasSummary ? bytes : bytes.subarray(0, chunks.at(-1)!.to + 5),
        );
        const others = chunks.filter((chunk) => chunk !== hit || opcode === 6);
        expect(numbers).toEqual(others.flatMap((chunk) => chunk.numbers));
        if (opcode !== 6) expect(lost).toBeGreaterThan(0);
      }),
    );
  });

  it('is refused without --recover, and verify says how much can be saved', async () => {
    const { bytes, chunks } = await specimen('zstd', 300);
    bytes.fill(0, chunks[1]!.from + 60, chunks[1]!.from + 70);
    const path = join(directory, 'one-chunk.mcap');
    writeFileSync(path, bytes);
    const saved = MESSAGES - chunks[1]!.numbers.length;
    expect(await verifyBag(path)).toMatchObject({
      ok: false,
      recoverable: saved,
      announced: MESSAGES,
    });
    const bag = await openBag(path);
    await expect(convertBag(bag, join(directory, 'x.mcap'))).rejects.toMatchObject({
      code: expect.stringMatching(/^ORR_BAG_/),
    });
    bag.close();
  });

  it('that was closed is not played up to a damaged last chunk, with or without its summary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.constantFrom(1, 300), async (isSummaryHit, size) => {
        const { bytes, chunks } = await specimen('zstd', size === 1 ? 1 << 20 : size);
        bytes.fill(0, chunks.at(-1)!.from + 60, chunks.at(-1)!.from + 70);
        if (isSummaryHit) bytes[bytes.length - 50]! ^= 1;
        const path = join(directory, `closed-${files++}.mcap`);
        writeFileSync(path, bytes);
        const read = async () => {
          const bag = await openBag(path);
          try {
            return [...bag.messages()].length;
          } finally {
            bag.close();
          }
        };
        await expect(read()).rejects.toThrow(/ORR_BAG|damaged|checksum/);
        expect(await verifyBag(path)).toMatchObject({
          ok: false,
          recoverable: MESSAGES - chunks.at(-1)!.numbers.length,
        });
      }),
      { numRuns: 12 },
    );
  });

  it('says that its copy of the metadata cannot be read', async () => {
    const { bytes } = await specimen('none', 300);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const key = 'serialized_metadata';
    text.write('{[', text.indexOf(key) + key.length + 4);
    const path = join(directory, 'metadata.mcap');
    writeFileSync(path, bytes);
    const bag = await openBag(path);
    expect([...bag.messages()]).toHaveLength(MESSAGES);
    expect(bag.warnings).toMatchObject([{ code: 'ORR_BAG_METADATA', file: path }]);
    bag.close();
  });

  it('as one of several files costs that file', async () => {
    const folder = join(directory, 'split');
    mkdirSync(folder);
    const { bytes } = await specimen('zstd', 300);
    writeFileSync(join(folder, 'a.mcap'), bytes);
    writeFileSync(join(folder, 'b.mcap'), 'this is not a bag at all, not by any means');
    const bag = await openBag(folder, { recover: true });
    expect([...bag.messages()]).toHaveLength(MESSAGES);
    expect(bag.warnings.map(({ code }) => code)).toContain('ORR_BAG_LOST');
    bag.close();
  });
});
