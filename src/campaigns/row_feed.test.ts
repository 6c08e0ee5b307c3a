import { array, assert, asyncProperty, integer, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowFeed } from './row_feed.js';
import type { WorkQueue } from './work_queue.js';

/** Lets this many other steps of the process pass. */
async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}

/** Gives batches of these sizes, each after some steps, and counts how often each is completed. */
function queueOf(sizes: readonly number[], delay: number) {
  const completed: number[] = sizes.map(() => 0);
  let given = 0;
  let row = 0;
  const queue: WorkQueue = {
    async claim() {
      await steps(delay);
      const batch = given++;
      const size = sizes[batch];
      if (size === undefined) return undefined;
      const rows = Array.from({ length: size }, () => row++);
      return { rows, heartbeat: () => {}, complete: () => void completed[batch]!++ };
    },
  };
  return { queue, completed };
}

describe('the rows of a queue', () => {
  it('reach any number of threads exactly once, and complete their batch once', () =>
    assert(
      asyncProperty(
        array(integer({ min: 1, max: 3 }), { maxLength: 8 }),
        array(nat(4), { minLength: 1, maxLength: 9 }),
        nat(3),
        async (sizes, threads, delay) => {
          const { queue, completed } = queueOf(sizes, delay);
          const feed = new RowFeed(queue);
          const rows: number[] = [];
          const thread = async (work: number) => {
            for (let next = await feed.next(); next !== undefined; next = await feed.next()) {
              rows.push(next.row);
              await steps(work);
              next.done();
            }
          };
          await Promise.all(threads.map(thread));
          const size = sizes.reduce((sum, one) => sum + one, 0);
          expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
          expect(completed).toEqual(sizes.map(() => 1));
        },
      ),
    ));

  it('are no longer waited for after a claim that failed', async () => {
    let claims = 0;
    const feed = new RowFeed({
      async claim() {
        if (claims++ === 0) throw new Error('gone');
        return undefined;
      },
    });
    await expect(feed.next()).rejects.toThrow('gone');
    expect(await feed.next()).toBeUndefined();
  });
});
