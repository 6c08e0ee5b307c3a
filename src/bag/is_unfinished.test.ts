/** A bag whose writer died is not called damaged, and a damaged bag is not called unfinished. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBag, formatVerification, openBag, verifyBag } from './index.js';
import { MCAP_MAGIC } from './mcap_records.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const TOPIC = { name: '/a', type: 'std_msgs/msg/UInt8', schema: 'uint8 data' };
const MESSAGES = 40;
const path = join(directory, 'cut.mcap');

/** A bag of about ten chunks. */
async function whole(compression: 'none' | 'lz4' | 'zstd'): Promise<Uint8Array> {
  const file = join(directory, `${compression}.mcap`);
  const writer = await createBag(file, { compression, chunkBytes: 200, overwrite: true });
  const a = writer.addTopic(TOPIC);
  const b = writer.addTopic({ ...TOPIC, name: '/b' });
  for (let index = 0; index < MESSAGES; index++) {
    const time = 10n + BigInt(index);
    writer.write(index % 2 === 0 ? a : b, time, time, index, Uint8Array.of(0, 1, 0, 0, index));
  }
  writer.close();
  return Uint8Array.from(readFileSync(file));
}

const verified = (bytes: Uint8Array) => {
  writeFileSync(path, bytes);
  return verifyBag(path);
};
const compression = fc.constantFrom('none' as const, 'lz4' as const, 'zstd' as const);
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('a bag that is cut off', () => {
  it('is reported as not closed, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(compression, place, fc.boolean(), async (packed, where, zeros) => {
        const bytes = await whole(packed);
        const from = MCAP_MAGIC.length;
        const at = from + Math.floor(where * (bytes.length - from));
        const rest = new Uint8Array(zeros ? 700 : 0);
        const left = Buffer.concat([bytes.subarray(0, at), rest]);
        const found = await verified(left);
        // Zeros may complete a record by a length of zero, or look like a record.
        if (zeros && found.exitStatus === 1) return;
        expect(found).toMatchObject({ ok: false, exitStatus: 3, closed: false });
        expect(found.messageCount).toBe(found.announced);
        expect(formatVerification(found)).toMatch(
          /^The bag is not closed, .*: \d+ messages read, which is everything up to /m,
        );
        // A recovery saves no more than this.
        const saved = await openBag(path, { recover: true });
        expect(saved.metadata.messageCount).toBe(found.messageCount);
        saved.close();
      }),
    );
  });

  it('is damaged if a byte is changed too, unless the change makes it look like a shorter bag', async () => {
    await fc.assert(
      fc.asyncProperty(compression, place, place, fc.nat(7), async (packed, where, which, bit) => {
        const bytes = await whole(packed);
        const from = MCAP_MAGIC.length;
        const at = from + Math.floor(where * (bytes.length - from));
        const left = bytes.slice(0, at);
        const before = await verified(left);
        const changed = Math.floor(which * at);
        left[changed]! ^= 1 << bit;
        const after = await verified(left);
        if (after.exitStatus !== 3) return;
        // Only the part after the last whole chunk, which no reader has read yet, may be lost without a
        // report.
        expect(after.messageCount).toBe(before.messageCount);
      }),
    );
  });
});

describe('a whole bag with one changed byte', () => {
  it('is never taken for one that is not closed', async () => {
    await fc.assert(
      fc.asyncProperty(compression, place, fc.nat(7), async (packed, where, bit) => {
        const bytes = await whole(packed);
        bytes[Math.floor(where * bytes.length)]! ^= 1 << bit;
        expect((await verified(bytes)).exitStatus).not.toBe(3);
      }),
    );
  });
});
