import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchStuckThread } from './watch_stuck_thread.js';

it('watches a thread until it has gone, and ignores one that has already gone', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  await once(worker, 'online');
  const gone = once(worker, 'exit');
  void worker.terminate();
  const lost = () => expect.unreachable();
  // Spies, because other code in this process has its own timers.
  const set = vi.spyOn(globalThis, 'setTimeout');
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  onTestFinished(() => void vi.restoreAllMocks());
  watchStuckThread(worker, () => undefined, lost);
  expect(set).toHaveBeenCalledTimes(1);
  const timer = set.mock.results[0]?.value;
  expect(clear).not.toHaveBeenCalledWith(timer);
  await gone;
  expect(clear).toHaveBeenCalledWith(timer);
  set.mockClear();
  watchStuckThread(worker, () => undefined, lost);
  expect(set).not.toHaveBeenCalled();
  expect(process.listeners('exit').some(({ name }) => name.includes('killProcess'))).toBe(false);
});
