/** Checks questions about the order of messages against a direct implementation of their meaning. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createBag } from '../bag/index.js';
import { askRuns } from './ask_runs.js';
import { parseTemporalQuery } from './temporal_query.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-ask-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let files = 0;

interface Sent {
  readonly time: number;
  readonly topic: 'a' | 'b';
  readonly value: number;
}

async function recorded(messages: readonly Sent[]): Promise<string> {
  const path = join(work, `${++files}.mcap`);
  const bag = await createBag(path);
  const [a, b] = ['/a', '/b'].map((name) =>
    bag.addTopic({ name, type: 'std_msgs/msg/UInt8', schema: 'uint8 data\n' }),
  );
  for (const { time, topic, value } of messages) {
    const stamp = BigInt(time) * 1_000_000n;
    bag.write(topic === 'a' ? a! : b!, stamp, stamp, 0, Uint8Array.of(0, 1, 0, 0, value));
  }
  bag.close();
  return path;
}

const sent = fc
  .array(
    fc.record({
      time: fc.nat(60),
      topic: fc.constantFrom('a' as const, 'b' as const),
      value: fc.nat(3),
    }),
    { maxLength: 40 },
  )
  .map((all) => [
    // Both topics have messages, and every window is closed at the end.
    ...[...all, { time: 0, topic: 'a' as const, value: 0 }].sort((x, y) => x.time - y.time),
    { time: 900, topic: 'b' as const, value: 0 },
  ]);

describe('a question', () => {
  it.each([
    ['followed', false],
    ['not followed', true],
    ['preceded', false],
    ['not preceded', true],
  ])('finds the messages that are %s by another one in time', async (relation, missing) => {
    await fc.assert(
      fc.asyncProperty(sent, fc.nat(20), async (all, within) => {
        const after = relation.includes('followed');
        const expected = all.flatMap((event, i) => {
          if (event.topic !== 'a' || event.value <= 1) return [];
          const others = after ? all.slice(i + 1) : all.slice(0, i);
          const near = others.some(
            ({ topic, time }) => topic === 'b' && Math.abs(time - event.time) <= within,
          );
          return near !== missing ? [BigInt(event.time) * 1_000_000n] : [];
        });
        const question = `/a: data > 1 ${relation} by /b within ${within}ms`;
        const [answer] = await askRuns([await recorded(all)], question);
        expect(answer!.stamps).toEqual(expected);
        expect(answer!.undecided).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('does not guess what came after the end', async () => {
    const path = await recorded([
      { time: 0, topic: 'b', value: 0 },
      { time: 5, topic: 'a', value: 0 },
    ]);
    const [answer] = await askRuns([path], '/a not followed by /b within 10ms');
    expect(answer).toMatchObject({ count: 0, undecided: 1 });
  });

  it('is refused if its form is unknown, or if nothing was published on its topic', async () => {
    expect(() => parseTemporalQuery('/a followed by /b')).toThrow(/is not a question/);
    expect(() => parseTemporalQuery('a > 3')).toThrow(/absolute topic/);
    const path = await recorded([
      { time: 0, topic: 'a', value: 0 },
      { time: 0, topic: 'b', value: 0 },
    ]);
    await expect(askRuns([path], '/c')).rejects.toThrow(/Nothing was published on \/c/);
  });

  it('may be restricted to the time in which a node is in a state', () => {
    expect(parseTemporalQuery('/a: data > 3 while /driver is active')).toMatchObject({
      event: { topic: '/a' },
      state: { node: '/driver', label: 'active' },
    });
  });
});
