import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sideBySide } from './side_by_side.js';

it('works on everything, as many at a time as it may', async () => {
  const waiting = [1, 2, 3, 4, 5];
  const made: number[] = [];
  let underWay = 0;
  let most = 0;
  await sideBySide(
    2,
    () => waiting.shift(),
    async (thing) => {
      most = Math.max(most, ++underWay);
      await wait(1);
      underWay--;
      made.push(thing);
    },
  );
  expect(made.sort()).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

it('begins nothing after a failure, and throws it when what was under way has ended', async () => {
  const waiting = ['slow', 'failing', 'never begun', 'nor this'];
  const begun: string[] = [];
  const ended: string[] = [];
  const work = sideBySide(
    2,
    () => waiting.shift(),
    async (thing) => {
      begun.push(thing);
      if (thing === 'failing') throw new Error(thing);
      await wait(20);
      ended.push(thing);
    },
  );
  await expect(work).rejects.toThrow('failing');
  expect(begun).toEqual(['slow', 'failing']);
  expect(ended).toEqual(['slow']);
});
