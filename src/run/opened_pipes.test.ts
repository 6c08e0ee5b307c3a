import { expect, it } from 'vitest';
import { OpenedPipes } from './opened_pipes.js';

it('does not keep the process alive once the thread has ended, however often the thread is ended', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const pipes = new OpenedPipes();
  pipes.release();
  expect(timers()).toBe(before + 1);
  pipes.clear();
  expect(timers()).toBe(before);
  pipes.release();
  expect(timers()).toBe(before);
});
