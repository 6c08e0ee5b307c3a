import { expect, test } from 'vitest';
import { settledAfter } from './settled_after.js';

const QUIET_MS = 300;
const guid = { text: 'g' };
const mirror = { isHeard: true, all: new Map([[guid.text, { guid }]]) };

/** How long a process with one endpoint must be quiet, which a node says is its own, or has not said yet. */
function settled(isPlaced: boolean, hasServices: boolean): number {
  const nodeOf = () =>
    isPlaced ? { name: 'a', namespace: '/', readers: [], writers: [] } : undefined;
  const graph = { isAnnounced: true, nodeOf };
  return settledAfter(mirror, graph, hasServices, QUIET_MS);
}

test('A process with parameter services is waited for until its nodes say what is theirs', () => {
  // One that was halted for 300 ms between the two has started without nodes, in another order.
  expect(settled(false, true)).toBeGreaterThan(1000);
  expect(settled(true, true)).toBeLessThan(QUIET_MS);
  expect(settled(false, false)).toBe(QUIET_MS);
});
