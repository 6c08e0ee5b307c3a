import { expect, test, vi } from 'vitest';
import { Announcements } from './announcements.js';
import type { ProcessState } from './thread_states.js';

const QUIET_MS = 300;
const guid = 'g';

/** A process with one endpoint, which a node has claimed or has not claimed yet. */
function starting(given: { isPlaced: boolean; hasServices: boolean; state?: ProcessState }) {
  const now = { ...given };
  const mirror = { isHeard: true, missed: [], all: new Map([[guid, { guid, name: '/x' }]]) };
  const graph = { isAnnounced: true, awaitsNodeOf: () => !now.isPlaced };
  const state = () => now.state ?? 'asleep';
  return { now, announcements: new Announcements(mirror, graph, now, QUIET_MS, state) };
}

/** After how many ms of quiet the process counts as started. */
function settles(given: Parameters<typeof starting>[0]): number {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { announcements } = starting(given);
    for (let ms = 10; ms < 10_000; ms += 10) {
      vi.advanceTimersByTime(10);
      if (announcements.isOver(undefined)) return ms;
    }
    return Number.POSITIVE_INFINITY;
  } finally {
    vi.useRealTimers();
  }
}

test('A process counts as started only once its nodes have claimed their endpoints', () => {
  // A process that was halted for 300 ms in between used to start without nodes, in another order.
  expect(settles({ isPlaced: false, hasServices: true })).toBeGreaterThan(1000);
  expect(settles({ isPlaced: false, hasServices: false })).toBeGreaterThan(1000);
  expect(settles({ isPlaced: true, hasServices: true })).toBeLessThan(QUIET_MS);
  expect(settles({ isPlaced: true, hasServices: false })).toBe(QUIET_MS + 10);
});

test('A halted process has not started; one that is working gets more time', () => {
  const given = { isPlaced: true, hasServices: true };
  expect(settles({ ...given, state: 'halted' })).toBe(Number.POSITIVE_INFINITY);
  expect(settles({ ...given, state: 'awake' })).toBeGreaterThan(1000);
  expect(settles({ ...given, state: 'awake' })).toBeLessThan(10_000);
});

test('A partial or late announcement is reported once', () => {
  const { now, announcements } = starting({ isPlaced: false, hasServices: false });
  announcements.started();
  expect(announcements.takeDoubts()).toEqual(['uses /x and has not said which of its nodes does']);
  now.hasServices = true;
  expect(announcements.takeDoubts()).toEqual([
    'has announced its first parameter services after it had started',
  ]);
  expect(announcements.takeDoubts()).toEqual([]);
});
