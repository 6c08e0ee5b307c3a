/** What the files of a run cost while it runs is a share of its time, however large they are. */
import { expect, it } from 'vitest';
import type { RunOutcome } from '../record/index.js';
import { RunCheckpoints } from './run_checkpoints.js';

/** A run of `seconds` whose checkpoints take `cost(now)` ms each: their moments and the time they took. */
function checkpointsOf(seconds: number, cost: (now: number) => number) {
  let now = 0;
  let spent = 0;
  const moments: number[] = [];
  const records = {
    checkpoint: () => {
      moments.push(now);
      const took = cost(now);
      now += took;
      spent += took;
    },
  };
  const outcome = () => ({}) as RunOutcome;
  const checkpoints = new RunCheckpoints(records, outcome, { onHang: undefined }, () => now);
  while (now < seconds * 1000) {
    now += 5;
    checkpoints.look();
  }
  return { moments, share: spent / now };
}

const gaps = (moments: readonly number[]) => moments.slice(1).map((at, i) => at - moments[i]!);

it('Checkpoints are at most half a second apart as long as one takes less than a sixth of that', () => {
  const { moments, share } = checkpointsOf(60, () => 10);
  expect(Math.max(...gaps(moments))).toBeLessThanOrEqual(520);
  expect(share).toBeLessThan(0.03);
});

it.each([100, 1000, 5000])(
  'Checkpoints that grow with the run take less than a third of it, over %d s',
  (seconds) => {
    // As with a system that goes on adding topics: each checkpoint lists them all.
    const { moments, share } = checkpointsOf(seconds, (now) => now / 20);
    expect(share).toBeLessThan(1 / 3);
    expect(moments.length).toBeGreaterThan(10);
  },
);
