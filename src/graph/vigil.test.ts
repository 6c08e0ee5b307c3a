import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Vigil, WATCH_STRIDE, WATCHED_FIRST } from './vigil.js';

/** The callbacks, each of which acts once, at whose beginning or act a change is seen that lasts from `from` to `to`. */
function seenIn(from: number, to: number): string[] {
  const seen: string[] = [];
  let moment = '';
  let number = 0;
  const vigil = new Vigil(
    () => number < from || number > to,
    () => seen.push(`${moment} ${number}`),
  );
  for (number = 1; number <= to + 1; number++) {
    moment = 'begin of';
    vigil.began(number);
    moment = 'act of';
    vigil.acts(number);
  }
  return seen;
}

it('sees at once, early in a run, that a callback has changed the realm', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: WATCHED_FIRST }), (at) => {
      expect(seenIn(at, at)).toEqual([`begin of ${at}`, `act of ${at}`]);
    }),
  );
});

it('later sees whatever stays changed for a stride, in one callback of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: WATCHED_FIRST + 1, max: 3 * WATCHED_FIRST }), (from) => {
      const seen = seenIn(from, from + WATCH_STRIDE - 1);
      expect(seen).toHaveLength(2);
      expect(seenIn(from, from + WATCH_STRIDE - 1)).toEqual(seen);
    }),
  );
});

it('asks for the reason of a failure in every callback', () => {
  let reports = 0;
  const vigil = new Vigil(
    () => true,
    () => reports++,
  );
  vigil.began(1);
  vigil.acts(1);
  vigil.failed();
  expect(reports).toBe(1);
});
