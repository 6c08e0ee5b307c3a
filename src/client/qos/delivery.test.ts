import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNode } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import {
  at,
  keepLast,
  type Log,
  later,
  listener,
  MS,
  nodes,
  TRANSIENT_LOCAL,
  talker,
} from './physics.test_support.js';

describe('history', () => {
  it('keep last overwrites the oldest waiting messages, whoever sent them; keep all overwrites none', () => {
    const sizes = fc.array(fc.record({ sender: fc.nat(2), count: fc.integer({ min: 1, max: 4 }) }));
    return fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 6 }), async (bursts, depth) => {
        const [kept, all]: [Log, Log] = [[], []];
        let sent = 0;
        await inSimulation(() => {
          const [a, b] = [createNode('a'), createNode('b')];
          listener(b, keepLast(depth), kept);
          listener(b, { ...keepLast(1), history: 2 }, all);
          const senders = [0, 1, 2].map(() => talker(a, keepLast(10)));
          for (const { sender, count } of bursts) {
            for (let i = 0; i < count; i++) senders[sender]?.publish({ data: sent++ });
          }
          b.spin();
        });
        const numbers = (log: Log) =>
          log.filter(([, n]) => typeof n === 'number').map(([, n]) => n);
        const expected = Array.from({ length: sent }, (_, i) => i);
        expect(numbers(all)).toEqual(expected);
        expect(numbers(kept)).toEqual(expected.slice(-depth));
        const lost = kept.find(([, name]) => name === 'lost')?.[2];
        const overwritten = Math.max(0, sent - depth);
        expect(lost).toEqual(
          overwritten === 0
            ? undefined
            : { total_count: overwritten, total_count_change: overwritten },
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('a lossy path', () => {
  it('is noticed by gaps in the sequence numbers', async () => {
    const log: Log = [];
    await inSimulation(({ graph }) => {
      const [a, b] = nodes();
      listener(b, keepLast(10), log);
      const publisher = talker(a, keepLast(10));
      graph.routes.add('network', (next) => ({
        send(sample, subscription) {
          if ([2, 5, 6].includes(sample.sequence)) next.send(sample, subscription);
        },
      }));
      for (let i = 1; i <= 6; i++) at(i, () => publisher.publish({ data: i }));
    });
    expect(later(log)).toEqual([
      [2, 2],
      [5, 'lost', { total_count: 2, total_count_change: 2 }],
      [5, 5],
      [6, 6],
    ]);
  });
});

describe('durability', () => {
  it('a late transient-local subscription gets the last messages of a transient-local publisher', async () => {
    const [late, volatile, shallow]: [Log, Log, Log] = [[], [], []];
    await inSimulation(() => {
      const [a, b] = nodes();
      const publisher = talker(a, keepLast(3, { durability: TRANSIENT_LOCAL }));
      for (let i = 0; i < 5; i++) publisher.publish({ data: i });
      at(7, () => {
        listener(b, keepLast(10, { durability: TRANSIENT_LOCAL }), late);
        listener(b, keepLast(10), volatile);
        listener(b, keepLast(1, { durability: TRANSIENT_LOCAL }), shallow);
      });
      at(8, () => publisher.publish({ data: 9 }));
      at(9, () => a.destroyPublisher(publisher));
      at(10, () => listener(b, keepLast(10, { durability: TRANSIENT_LOCAL }), late));
    });
    const messages = (log: Log) => log.filter(([, n]) => typeof n === 'number');
    expect(messages(late)).toEqual([
      [7, 2],
      [7, 3],
      [7, 4],
      [8, 9],
    ]);
    expect(messages(volatile)).toEqual([[8, 9]]);
    expect(messages(shallow)).toEqual([
      [7, 4],
      [8, 9],
    ]);
  });
});

describe('lifespan', () => {
  it('ends to the nanosecond, in the queue of a busy node and for late subscriptions', async () => {
    const [waiting, late]: [Log, Log] = [[], []];
    await inSimulation(() => {
      const [a, b] = [createNode('a'), createNode('b')];
      const qos = keepLast(10, { durability: TRANSIENT_LOCAL, lifespan: 10n * MS });
      const publisher = talker(a, qos);
      listener(b, keepLast(2), waiting);
      publisher.publish({ data: 0 });
      at(1, () => publisher.publish({ data: 1 }));
      at(1.000001, () => publisher.publish({ data: 2 }));
      at(11, () => {
        b.spin();
        listener(b, keepLast(10, { durability: TRANSIENT_LOCAL }), late);
      });
    });
    // 0 was overwritten, which is a loss; 1 was 10 ms old, 2 was not.
    expect(waiting.filter(([, what]) => what !== 'alive')).toEqual([
      [11, 2],
      [11, 'lost', { total_count: 1, total_count_change: 1 }],
    ]);
    expect(late.filter(([, what]) => what !== 'alive')).toEqual([[11, 2]]);
  });

  it('does not count an expired message as overwritten', async () => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = [createNode('a'), createNode('b')];
      listener(b, keepLast(1), log);
      const publisher = talker(a, keepLast(1, { lifespan: 10n * MS }));
      publisher.publish({ data: 0 });
      at(10, () => publisher.publish({ data: 1 }));
      at(12, () => b.spin());
    });
    expect(log.filter(([, what]) => what !== 'alive')).toEqual([[12, 1]]);
  });
});
