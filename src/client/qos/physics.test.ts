import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNode, type Node } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { currentWorld } from '../world/world.js';
import { PublisherEventCallbacks, SubscriptionEventCallbacks } from './event_callbacks.js';
import { PolicyKind } from './event_status.js';
import { QoS, type QoSFields } from './qos.js';

// What DDS says of each policy, in virtual time: what is delivered, what is not, and when who is
// told. Times are ms after the start; events and messages in the order in which they happen.

const INT = 'std_msgs/msg/Int32';
const MANUAL = QoS.LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
const { RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: BEST_EFFORT } = QoS.ReliabilityPolicy;
const { RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: TRANSIENT_LOCAL } = QoS.DurabilityPolicy;
const MS = 1_000_000n;

const now = () => currentWorld().graph.kernel.now / 1e6;

/** Does something at a time. */
function at(ms: number, action: () => void): void {
  currentWorld().schedule(ms * 1e6, action);
}

const keepLast = (depth: number, more: QoSFields = {}): QoSFields => ({
  history: 1,
  depth,
  reliability: 1,
  durability: 2,
  ...more,
});

type Log = unknown[][];

function talker(node: Node, qos: QoSFields, log?: Log) {
  const events = new PublisherEventCallbacks();
  const add = (name: string) => (status: object) => log?.push([now(), name, status]);
  events.deadline = add('offered deadline');
  events.liveliness = add('liveliness lost');
  events.incompatibleQos = add('offered incompatible');
  events.matched = ({ current_count, total_count }) =>
    log?.push([now(), 'subscriptions', current_count, total_count]);
  return node.createPublisher(INT as string, 'topic', { qos }, log && events);
}

function listener(node: Node, qos: QoSFields, log: Log, messages = true) {
  const events = new SubscriptionEventCallbacks();
  const add = (name: string) => (status: object) => log.push([now(), name, status]);
  events.deadline = add('requested deadline');
  events.liveliness = ({ alive_count, not_alive_count }) =>
    log.push([now(), 'alive', alive_count, not_alive_count]);
  events.incompatibleQos = add('requested incompatible');
  events.messageLost = add('lost');
  const receive = (message: unknown) => {
    if (messages) log.push([now(), (message as { data: number }).data]);
  };
  return node.createSubscription(INT as string, 'topic', { qos }, receive, events);
}

function nodes(): [Node, Node] {
  const [a, b] = [createNode('a'), createNode('b')];
  a.spin();
  b.spin();
  return [a, b];
}

/** The log without the first matches, which are alike everywhere. */
const later = (log: Log) => log.filter(([time]) => (time as number) > 0);

describe('history', () => {
  it('keep last overwrites the oldest that wait, whoever sent them; keep all none', () => {
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

describe('a way that loses messages', () => {
  it('is noticed by the numbers of those that arrive', async () => {
    const log: Log = [];
    await inSimulation(({ graph }) => {
      const [a, b] = nodes();
      listener(b, keepLast(10), log);
      const publisher = talker(a, keepLast(10));
      graph.route = {
        send(sample, subscription) {
          if ([2, 5, 6].includes(sample.sequence)) subscription.receive(sample);
        },
        call() {},
        answer() {},
      };
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
  it('a late transient-local subscription gets the last of a transient-local publisher', async () => {
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
  it('ends to the ns: in the queue of a busy node and for those that come late', async () => {
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

  it('what has expired is not overwritten, but gone', async () => {
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

  it('is met by a message at the very end of the period, and by nothing 1 ns later', async () => {
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
