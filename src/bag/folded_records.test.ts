import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FoldedRecords } from './folded_records.js';
import { RecordBuffer } from './record_buffer.js';
import { Stamp } from './stamps.js';
import { Unfolder } from './unfolder.js';

const word = fc.oneof(fc.constant(0), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
/** Messages, some with more words than have a bit of their own. */
const messages = fc.record({
  words: fc.array(word, { maxLength: 50 }),
  channel: fc.integer({ min: 1, max: 65_535 }),
  sequence: fc.nat(),
  time: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  isFolded: fc.boolean(),
  /** Bytes that an unfolded message lacks at its end. */
  cut: fc.nat({ max: 3 }),
});

/** What the first chunk begins with: a definition, or any other record. */
const FIRST = Uint8Array.of(0x80, 2, 0, 0, 0, 0, 0, 0, 0, 7, 8);

/** The message without its zero words. */
function folded(words: readonly number[]) {
  let present = 0;
  const kept = words.filter((value, i) => {
    if (i > 31) return true;
    if (value !== 0) present |= 1 << i;
    return value !== 0;
  });
  return {
    length: words.length,
    present,
    writeTo(to: Int32Array, at: number) {
      to.set(kept, at);
      return at + kept.length;
    },
  };
}

function bytesOf(words: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [i, value] of words.entries()) view.setInt32(4 * i, value, true);
  return new Uint8Array(view.buffer);
}

it('folded messages become the same records as unfolded ones, in memory of any size', () => {
  const unfolder = new Unfolder();
  fc.assert(
    fc.property(fc.array(messages), fc.nat({ max: 100 }), (all, capacity) => {
      const plain = new RecordBuffer(capacity);
      const first = new RecordBuffer(capacity);
      for (const to of [plain, first]) to.bytes(FIRST);
      const records = new FoldedRecords(first);
      const stamp = new Stamp();
      for (const { words, channel, sequence, time, isFolded, cut } of all) {
        stamp.set(time);
        const bytes = bytesOf(words);
        const data = isFolded ? bytes : bytes.subarray(0, Math.max(0, bytes.length - cut));
        plain.message(channel, sequence, stamp, stamp, data);
        if (isFolded) records.fold(channel, sequence, stamp, folded(words));
        else records.message(channel, sequence, stamp, stamp, data);
        expect(records.length).toBe(plain.length);
      }
      expect(unfolder.unfold(records.content(), records.unfolded)).toEqual(plain.content());
    }),
  );
});
