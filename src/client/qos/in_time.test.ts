import { describe, expect, it } from 'vitest';
import { inSimulation } from '../simulation.test_support.js';
import { PolicyKind } from './event_status.js';
import {
  at,
  BEST_EFFORT,
  keepLast,
  type Log,
  later,
  listener,
  MANUAL,
  MS,
  nodes,
  TRANSIENT_LOCAL,
  talker,
} from './physics.test_support.js';
import type { QoSFields } from './qos.js';

describe('deadline', () => {
  const qos = keepLast(10, { deadline: 100n * MS });
  const missed = (total: number) => ({ total_count: total, total_count_change: 1 });

  it('is missed on both sides at each end of a period, counted from the last message', async () => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = nodes();
      const publisher = talker(a, qos, log);
      listener(b, qos, log, false);
      at(40, () => publisher.publish({ data: 0 }));
      at(360, () => publisher.publish({ data: 1 }));
      at(500, () => b.destroy());
      at(600, () => a.destroy());
    }, 1);
    expect(later(log)).toEqual([
      [140, 'offered deadline', missed(1)],
      [140, 'requested deadline', missed(1)],
      [240, 'offered deadline', missed(2)],
      [240, 'requested deadline', missed(2)],
      [340, 'offered deadline', missed(3)],
      [340, 'requested deadline', missed(3)],
      [460, 'offered deadline', missed(4)],
      [460, 'requested deadline', missed(4)],
      [500, 'subscriptions', 0, 1],
      [560, 'offered deadline', missed(5)],
    ]);
  });

  it('is met by a message at the very end of the period, but not by one 1 ns later', async () => {
    const [exact, slow]: [Log, Log] = [[], []];
    for (const [log, period] of [
      [exact, 100n * MS],
      [slow, 100n * MS + 1n],
    ] as const) {
      await inSimulation(() => {
        const [a, b] = nodes();
        const publisher = talker(a, qos, log);
        listener(b, qos, log, false);
        a.createTimer(period, () => publisher.publish({ data: 0 }));
      }, 0.45);
    }
    expect(later(exact)).toEqual([]);
    expect(later(slow).map(([time, what]) => [time, what])).toEqual([
      [200.000001, 'offered deadline'],
      [200.000001, 'requested deadline'],
      [300.000002, 'offered deadline'],
      [300.000002, 'requested deadline'],
      [400.000003, 'offered deadline'],
      [400.000003, 'requested deadline'],
    ]);
  });

  it('does not begin before the first message', async () => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = nodes();
      talker(a, qos, log);
      listener(b, qos, log);
    }, 1);
    expect(later(log)).toEqual([]);
  });
});

describe('liveliness', () => {
  const lease = { livelinessLeaseDuration: 100n * MS };
  const manual = keepLast(10, { liveliness: MANUAL, ...lease });

  it('manual: a publisher lives a lease from its creation and from each sign of life', async () => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = nodes();
      const publisher = talker(a, manual, log);
      listener(b, manual, log, false);
      at(50, () => publisher.assertLiveliness());
      at(150, () => publisher.publish({ data: 0 }));
      at(400, () => publisher.assertLiveliness());
      at(700, () => a.destroyPublisher(publisher));
    }, 1);
    const lost = (total: number) => ({ total_count: total, total_count_change: 1 });
    expect(later(log)).toEqual([
      [250, 'liveliness lost', lost(1)],
      [250, 'alive', 0, 1],
      [400, 'alive', 1, 0],
      [500, 'liveliness lost', lost(2)],
      [500, 'alive', 0, 1],
      [700, 'alive', 0, 0],
    ]);
  });

  it('automatic: a publisher lives as long as it exists', async () => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = nodes();
      const publisher = talker(a, keepLast(10, lease), log);
      listener(b, keepLast(10, lease), log);
      at(700, () => a.destroyPublisher(publisher));
    }, 1);
    expect(log).toEqual([
      [0, 'subscriptions', 1, 1],
      [0, 'alive', 1, 0],
      [700, 'alive', 0, 0],
    ]);
  });
});

describe('request and offer', () => {
  const levels: Record<string, QoSFields[]> = {
    reliability: [{ reliability: BEST_EFFORT }, { reliability: 1 }],
    durability: [{ durability: 2 }, { durability: TRANSIENT_LOCAL }],
    deadline: [{}, { deadline: 20n * MS }, { deadline: 10n * MS }],
    liveliness: [{}, { liveliness: MANUAL }],
    lease: [{}, { livelinessLeaseDuration: 20n * MS }, { livelinessLeaseDuration: 10n * MS }],
  };
  const kinds: Record<string, number> = {
    reliability: PolicyKind.RELIABILITY,
    durability: PolicyKind.DURABILITY,
    deadline: PolicyKind.DEADLINE,
    liveliness: PolicyKind.LIVELINESS,
    lease: PolicyKind.LIVELINESS,
  };
  const pairs = Object.entries(levels).flatMap(([policy, values]) =>
    values.flatMap((_, offered) =>
      values.map((_, requested) => [policy, offered, requested] as const),
    ),
  );

  it.each(pairs)('%s: level %i offered, %i requested', async (policy, offered, requested) => {
    const log: Log = [];
    await inSimulation(() => {
      const [a, b] = nodes();
      const level = (index: number) => keepLast(10, levels[policy]?.[index]);
      const publisher = talker(a, level(offered), log);
      const subscription = listener(b, level(requested), log);
      at(1, () => publisher.publish({ data: 5 }));
      at(2, () => {
        const matches = requested <= offered;
        const counts = [publisher.subscriptionCount, subscription.publisherCount];
        expect(counts).toEqual(matches ? [1, 1] : [0, 0]);
        expect([a.countSubscribers('/topic'), b.countPublishers('/topic')]).toEqual([1, 1]);
      });
    }, 0.003);
    const status = { total_count: 1, total_count_change: 1, last_policy_kind: kinds[policy] };
    expect(log).toEqual(
      requested <= offered
        ? [
            [0, 'subscriptions', 1, 1],
            [0, 'alive', 1, 0],
            [1, 5],
          ]
        : [
            [0, 'offered incompatible', status],
            [0, 'requested incompatible', status],
          ],
    );
  });

  it('counts each counterpart once, whoever was first', async () => {
    const [first, last]: [Log, Log] = [[], []];
    await inSimulation(() => {
      const [a, b] = nodes();
      talker(a, keepLast(1, { reliability: BEST_EFFORT }), first);
      for (let i = 0; i < 3; i++) at(i + 1, () => listener(b, keepLast(1), []));
      at(5, () => talker(a, keepLast(1, { reliability: BEST_EFFORT }), last));
    });
    expect(first.map(([time, , status]) => [time, status])).toEqual(
      [1, 2, 3].map((n) => [
        n,
        { total_count: n, total_count_change: 1, last_policy_kind: PolicyKind.RELIABILITY },
      ]),
    );
    expect(last).toEqual([
      [
        5,
        'offered incompatible',
        { total_count: 3, total_count_change: 3, last_policy_kind: PolicyKind.RELIABILITY },
      ],
    ]);
  });
});
