/** Messages in fragments and as pictures; in `test/rosbridge_servers.test.ts`, roslib reads them. */

import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fragments, fragmentsOf } from './fragments.js';
import { LEAST_FRAGMENT, MAX_FRAGMENTED, MAX_MESSAGE_BYTES } from './limits.js';
import { pngOf } from './png_of.js';

const anyText = fc.string({ unit: 'grapheme', maxLength: 2000 });

describe('fragments', () => {
  it('are put together in any order, among those of other messages', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.nat(300),
        fc.array(fc.nat(), { maxLength: 50 }),
        (one, two, size, order) => {
          const parts = [...fragmentsOf(one, 'one', size), ...fragmentsOf(two, 'two', size)];
          const mixed = parts
            .map((part, i) => ({ part, at: order[i] ?? i }))
            .sort((a, b) => a.at - b.at);
          const fragments = new Fragments();
          const whole = mixed.flatMap(({ part }) => fragments.add(JSON.parse(part)) ?? []);
          expect(whole.sort()).toEqual([one, two].filter((text) => text !== '').sort());
          for (const part of parts)
            expect(JSON.parse(part).data.length).toBeLessThanOrEqual(
              Math.max(size, LEAST_FRAGMENT),
            );
        },
      ),
    );
  });

  it('are refused if they fit no message, and kept within bounds', () => {
    const fragments = new Fragments();
    const part = { op: 'fragment', id: 'a', data: 'x', num: 0, total: 2 };
    for (const wrong of [
      { id: '' },
      { num: 2 },
      { num: 0.5 },
      { total: 0 },
      { data: 7 },
      { num: -1 },
    ]) {
      expect(() => fragments.add({ ...part, ...wrong })).toThrow();
    }
    expect(fragments.add(part)).toBeUndefined();
    expect(() => fragments.add({ ...part, num: 1, total: 3 })).toThrow(/disagree/);
    const large = 'x'.repeat(MAX_MESSAGE_BYTES);
    expect(() => fragments.add({ ...part, num: 1, data: large })).toThrow(/may have/);
    for (let i = 0; i <= MAX_FRAGMENTED; i++) fragments.add({ ...part, id: `more ${i}` });
    // The oldest was forgotten, the newest was not.
    expect(fragments.add({ ...part, id: 'more 0', num: 1 })).toBeUndefined();
    expect(fragments.add({ ...part, id: `more ${MAX_FRAGMENTED}`, num: 1 })).toBe('xx');
  });
});

describe('a picture', () => {
  it('holds the text, followed by nothing but white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 }), (text) => {
        const png = pngOf(text);
        const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
        const length = png.readUInt32BE(33);
        const rows = inflateSync(png.subarray(41, 41 + length));
        expect(rows.length).toBe((width * 3 + 1) * height);
        const row = (y: number) =>
          rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
        const read = Buffer.concat(Array.from({ length: height }, (_, y) => row(y))).toString();
        expect(read.startsWith(text)).toBe(true);
        expect(read.slice(text.length).trim()).toBe('');
      }),
    );
  });
});
