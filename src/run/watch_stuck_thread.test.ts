import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { watchStuckThread } from './watch_stuck_thread.js';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('watches a thread until it has gone, and one that has gone not at all', async () => {
  const before = timers();
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  await once(worker, 'online');
  const gone = once(worker, 'exit');
  void worker.terminate();
  const lost = () => expect.unreachable();
  watchStuckThread(worker, () => undefined, lost);
  expect(timers()).toBe(before + 1);
  await gone;
  expect(timers()).toBe(before);
  watchStuckThread(worker, () => undefined, lost);
  expect(timers()).toBe(before);
  expect(process.listeners('exit').some(({ name }) => name.includes('killProcess'))).toBe(false);
});
