import { describe, expect, it } from 'vitest';
import { byName } from './by_name.js';
import { followedSpan, wholeSpan, within } from './span.js';

describe('a span', () => {
  it('of the whole run includes the end, and grows with the run', () => {
    expect(wholeSpan(1000).to).toBeGreaterThan(1000);
    expect(followedSpan(wholeSpan(1000), 1000, 3000)).toEqual(wholeSpan(3000));
    expect(followedSpan({ from: 900, to: 1000 }, 1000, 3000)).toEqual({ from: 2900, to: 3000 });
    for (const elsewhere of [
      { from: 0, to: 500 },
      { from: 1500, to: 1600 },
    ]) {
      expect(followedSpan(elsewhere, 1000, 3000)).toEqual(elsewhere);
    }
  });

  it('is limited to the run', () => {
    expect(within({ from: -60, to: 140 }, 100)).toEqual({ from: 0, to: 100 });
    expect(within({ from: 200, to: 300 }, 100)).toEqual({ from: 100, to: 100 });
  });
});

it('names are sorted by their numbers', () => {
  expect(['/b_10', '/b_9', '/a', '/b_9x'].sort(byName)).toEqual(['/a', '/b_9', '/b_9x', '/b_10']);
});
