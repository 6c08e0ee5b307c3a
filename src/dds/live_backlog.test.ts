import { expect, it } from 'vitest';
import { LiveBacklog, SHARED, takeTurns } from './live_backlog.js';

it('is full when the program is behind, and says so until it has taken enough', () => {
  const shared = new Int32Array(SHARED.count);
  // Counters wrap in long runs.
  shared[SHARED.taken] = 2 ** 31 - 2;
  const backlog = new LiveBacklog(shared, 100);
  for (let round = 0; round < 5; round++) {
    backlog.sent(60);
    expect(backlog.isFull(30)).toBe(false);
    expect(takeTurns(shared, 0)).toBe(false);
    expect(backlog.isFull(40)).toBe(true);
    // The first turn that is taken wakes the thread, once.
    expect(takeTurns(shared, 1)).toBe(true);
    expect(takeTurns(shared, 0)).toBe(false);
    expect(backlog.isFull(99)).toBe(false);
  }
});

it('does not wait for a program that has meanwhile taken everything', () => {
  const shared = new Int32Array(SHARED.count);
  const backlog = new LiveBacklog(shared, 100);
  for (let n = 0; n < 1000; n++) {
    backlog.sent(100);
    takeTurns(shared, 1);
    expect(backlog.isFull(0)).toBe(false);
  }
});
