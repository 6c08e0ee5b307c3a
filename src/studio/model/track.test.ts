/** Checks the marks of a track: at most one per pixel, with every callback in the view, at any zoom. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunColumns } from './run_columns.js';
import { Track } from './track.js';

function trackOf(callbacks: readonly (readonly [gap: number, duration: number])[]): {
  readonly track: Track;
  readonly columns: RunColumns;
} {
  const columns = new RunColumns(1);
  let start = 0;
  for (const [i, [gap, duration]] of callbacks.entries()) {
    start += gap;
    const rest = { entity: 0, waited: 0, cause: 0, thread: 0, overwritten: 0 };
    columns.add({ number: i + 1, start, duration, ...rest });
    start += duration;
  }
  const rows = Uint32Array.from(callbacks.keys());
  return { columns, track: new Track(columns.arrays, rows) };
}

const callbacks = fc.array(fc.tuple(fc.nat(50), fc.nat(20)), { minLength: 1, maxLength: 700 });

describe('a track', () => {
  it('draws no pixel twice and shows every callback in the view', () => {
    fc.assert(
      fc.property(
        callbacks,
        fc.nat(5000),
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 1, max: 100 }),
        (all, from, span, width) => {
          const { track, columns } = trackOf(all);
          const view = { from, to: from + span, width };
          const lefts: number[] = [];
          let shown = 0;
          track.marks(view, (left, width, _row, count) => {
            lefts.push(left);
            shown += count;
            expect(width).toBeGreaterThanOrEqual(1);
          });
          expect(lefts).toEqual([...new Set(lefts)].sort((a, b) => a - b));
          const { start } = columns.arrays;
          const inside = all.filter((_, i) => start[i]! >= view.from && start[i]! < view.to);
          expect(shown).toBeGreaterThanOrEqual(inside.length);
        },
      ),
    );
  });

  it('draws the same independent of what was drawn before', () => {
    const views = fc.array(
      fc.record({ from: fc.nat(5000), span: fc.integer({ min: 1, max: 30_000 }) }),
      { minLength: 1, maxLength: 4 },
    );
    const marksIn = (track: Track, { from, span }: { from: number; span: number }) => {
      const marks: number[][] = [];
      track.marks({ from, to: from + span, width: 100 }, (...mark) => marks.push(mark));
      return marks;
    };
    fc.assert(
      fc.property(callbacks, views, (all, seen) => {
        const { track } = trackOf(all);
        for (const view of seen.flatMap((each) => [each, each])) {
          expect(marksIn(track, view)).toEqual(marksIn(trackOf(all).track, view));
        }
      }),
    );
  });

  it('draws the same after moves by whole pixels', () => {
    const moves = fc.array(fc.integer({ min: -150, max: 150 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      // Halves and the like are exact, so a different sum of the same pixels is the same time.
      fc.property(
        callbacks,
        fc.nat(4000),
        fc.constantFrom(0.25, 1, 4, 64, 256, 4096, 8192),
        moves,
        (all, at, perPixel, steps) => {
          const { track } = trackOf(all);
          const marksOf = (of: Track, from: number) => {
            const marks: number[][] = [];
            of.marks({ from, to: from + 100 * perPixel, width: 100 }, (...mark) =>
              marks.push(mark),
            );
            return marks;
          };
          let from = at;
          for (const step of [0, ...steps]) {
            from += step * perPixel;
            expect(marksOf(track, from)).toEqual(marksOf(trackOf(all).track, from));
          }
        },
      ),
    );
  });

  it('finds the longest callback of any range', () => {
    fc.assert(
      fc.property(callbacks, fc.nat(), fc.nat(), (all, x, y) => {
        const { track } = trackOf(all);
        const [from, to] = [x % all.length, y % all.length].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const durations = all.slice(from, to + 1).map(([, duration]) => duration);
        expect(all[track.longestOf(from, to + 1)]![1]).toBe(Math.max(...durations));
      }),
    );
  });

  it('does not grow with the numbers that a damaged trace claims', () => {
    const columns = new RunColumns(10);
    const rest = {
      entity: 0,
      start: 0,
      duration: 0,
      waited: 0,
      cause: 0,
      thread: 0,
      overwritten: 0,
    };
    columns.add({ number: 2 ** 40, ...rest });
    expect([columns.count, columns.refused]).toEqual([0, 1]);
  });
});
