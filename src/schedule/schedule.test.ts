import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExecutor, EventsExecutor } from '../executors/index.js';
import { Graph, type GraphNode, Publisher, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import type { ExecutionTimes, ExecutorPolicy } from '../models/index.js';
import { applyExploration } from './apply_exploration.js';
import {
  type Decision,
  isDeliveryDecision,
  type LinkFaultDecision,
  type NodeFaultDecision,
} from './decision.js';
import type {
  Exploration,
  Moments,
  PossibleFault,
  ScheduleReport,
  Strategy,
} from './exploration.js';
import { parseSchedule, scheduleText } from './schedule_file.js';

const uint64 = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/UInt64');

/** Nodes by the periods of their timers; subscriptions by the node and the topic of another node's timer. */
interface Network {
  readonly periods: readonly (readonly number[])[];
  readonly edges: readonly (readonly [from: number, to: number])[];
  /** Default: the kernel's own order, where callbacks take no time. */
  readonly executor?: ExecutorPolicy;
}

const executors: readonly ExecutorPolicy[] = [
  { policy: 'events' },
  { policy: 'events', separate_timer_thread: true },
  { policy: 'single' },
  { policy: 'multi', threads: 2 },
  { policy: 'multi', threads: 3 },
  { policy: 'rclc' },
];
/** Callbacks take 0, 0.3 or 0.6 ms, by their node. */
const times: ExecutionTimes = {
  clockAdvances: false,
  duration: ({ node }) => (node.number % 3) * 3e5,
  leaves: (_entity, _sender, _index, duration) => duration,
};

const networks: fc.Arbitrary<Network> = fc.record(
  {
    periods: fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }), {
      minLength: 2,
      maxLength: 4,
    }),
    edges: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 6 }),
    executor: fc.constantFrom(...executors),
  },
  { requiredKeys: ['periods', 'edges'] },
);

interface Ran {
  readonly order: string;
  readonly report: ScheduleReport | undefined;
  /** By topic: what its subscribers received, in order. */
  readonly received: ReadonlyMap<string, readonly bigint[]>;
}

function run({ periods, edges, executor: policy }: Network, exploration?: Exploration): Ran {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = exploration && applyExploration(graph, exploration);
  const executor =
    policy === undefined
      ? new EventsExecutor(kernel)
      : createExecutor(graph, 'jazzy', policy, 'executor', times);
  const received = new Map<string, bigint[]>();
  const nodes: GraphNode[] = periods.map((_, i) => {
    const node = graph.createNode({ name: `n${i}` });
    node.attach(executor);
    return node;
  });
  for (const [i, node] of nodes.entries()) {
    const publisher = new Publisher(node, `/t${i}`, uint64);
    let sent = 0n;
    for (const period of periods[i]!) {
      new Timer(node, period * 1e6, () => publisher.publish({ data: sent++ }));
    }
  }
  for (const [from, to] of edges) {
    if (from >= nodes.length || to >= nodes.length || from === to) continue;
    const seen: bigint[] = [];
    received.set(`${from} ${to} ${received.size}`, seen);
    new Subscription(nodes[to]!, `/t${from}`, uint64, ({ data }) => seen.push(data as bigint));
  }
  kernel.turn(Number.POSITIVE_INFINITY, { until: 12e6 });
  return { order: graph.orderDigest, report: schedule?.report(), received };
}

const bounds = {
  delays: [{ topic: '/t0', min: 0, max: 2e6 }],
  losses: [{ topic: '/t1', budget: 2 }],
  moments: { deliveries: { '/t1': 8 }, callbacks: {} },
};
const strategies: fc.Arbitrary<Strategy> = fc.oneof(
  fc.record({ kind: fc.constant('random' as const), seed: fc.string() }),
  fc.record({
    kind: fc.constant('pct' as const),
    seed: fc.string(),
    depth: fc.integer({ min: 1, max: 4 }),
    points: fc.constant(10),
  }),
);
const faults: fc.Arbitrary<readonly PossibleFault[]> = fc.subarray<PossibleFault>([
  { fault: 'crash', on: '/n0' },
  { fault: 'freeze', on: '/n1', time: 2.5e6 },
  { fault: 'freeze', on: '/n0', time: 1e6 },
  { fault: 'down', on: '/t0', time: 2e6 },
  { fault: 'duplicate', on: '/t1' },
  { fault: 'reorder', on: '/t1', time: 2e6 },
]);
/** The moments of a default run, from which strategies draw. */
function momentsOf(network: Network, possible: readonly PossibleFault[]): Moments {
  const strategy = { kind: 'replay', decisions: [] } as const;
  return run(network, { ...bounds, faults: possible, strategy }).report!;
}
const replay = (decisions: readonly Decision[]): Strategy => ({ kind: 'replay', decisions });

const targetOf = (decision: LinkFaultDecision | NodeFaultDecision) =>
  'node' in decision ? decision.node : decision.topic;

describe('a schedule', () => {
  it('repeats the run in which it was recorded, however often', () => {
    fc.assert(
      fc.property(networks, strategies, faults, (network, strategy, possible) => {
        const moments = momentsOf(network, possible);
        const found = run(network, { ...bounds, faults: possible, moments, strategy });
        const { decisions } = found.report!;
        const text = scheduleText({ ...bounds, faults: possible, decisions });
        const { delays, losses, ...schedule } = parseSchedule(text, 'x');
        for (let i = 0; i < 2; i++) {
          const strategy = replay(schedule.decisions);
          const again = run(network, { delays, losses, faults: schedule.faults!, strategy });
          expect(again.order).toBe(found.order);
          expect(again.received).toEqual(found.received);
          expect(again.report!.missed).toEqual([]);
          expect(again.report!.decisions).toEqual(decisions);
        }
      }),
    );
  });

  it('changes nothing without decisions', () => {
    fc.assert(
      fc.property(networks, faults, (network, possible) => {
        const plain = run(network);
        const followed = run(network, { ...bounds, faults: possible, strategy: replay([]) });
        expect(followed.order).toBe(plain.order);
        expect(followed.received).toEqual(plain.received);
      }),
    );
  });

  it('keeps the order of messages of one publisher to one subscription', () => {
    fc.assert(
      fc.property(networks, strategies, (network, strategy) => {
        for (const seen of run(network, { ...bounds, strategy }).received.values()) {
          expect(seen).toEqual([...seen].sort((a, b) => Number(a - b)));
        }
      }),
    );
  });

  it.each([undefined, ...executors])('loses nothing when a node of %j freezes', (executor) => {
    const edges = [[0, 1] as const, [0, 1] as const];
    const network: Network = { periods: [[1], []], edges, ...(executor && { executor }) };
    const plain = run(network);
    for (let callback = 1; callback <= 6; callback++) {
      const freeze = { fault: 'freeze', node: '/n1', callback, at: 0, time: 2.5e6 } as const;
      const possible = [{ fault: 'freeze', on: '/n1', time: 2.5e6 } as const];
      const exploration = { delays: [], losses: [], faults: possible, strategy: replay([freeze]) };
      const { received, report, order } = run(network, exploration);
      expect(report!.decisions).toHaveLength(1);
      expect(received).toEqual(plain.received);
      expect(order).not.toBe(plain.order);
    }
  });

  it('contains each fault at most once', () => {
    fc.assert(
      fc.property(networks, strategies, faults, (network, strategy, possible) => {
        const moments = momentsOf(network, possible);
        const { decisions } = run(network, { ...bounds, faults: possible, moments, strategy })
          .report!;
        const taken = decisions.filter((each) => 'fault' in each);
        for (const { fault, on } of possible) {
          const mine = taken.filter((each) => each.fault === fault && targetOf(each) === on);
          expect(mine.length).toBeLessThanOrEqual(1);
        }
        expect(taken.length).toBeLessThanOrEqual(possible.length);
      }),
    );
  });

  it('loses no more than its budget', () => {
    fc.assert(
      fc.property(networks, strategies, (network, strategy) => {
        const { decisions } = run(network, { ...bounds, strategy }).report!;
        const lost = decisions.filter((each) => isDeliveryDecision(each) && each.delay === 'lost');
        expect(lost.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('offers only alternatives that can come to pass', () => {
    fc.assert(
      fc.property(networks, faults, (network, possible) => {
        const exploration = { ...bounds, faults: possible };
        const first = run(network, { ...exploration, strategy: replay([]), alternatives: 50 });
        for (const { decision } of first.report!.alternatives) {
          const strategy = replay([decision]);
          const { report } = run(network, { ...exploration, strategy });
          expect(report!.missed).toEqual([]);
          expect(report!.decisions).toEqual([decision]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('within an executor', () => {
  const two: Network = {
    periods: [[], [1], [1]],
    edges: [
      [1, 0],
      [2, 0],
    ],
  };
  /** How many distinct orders random runs have. */
  const ordersOf = (executor: ExecutorPolicy, network = two): number => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const strategy = { kind: 'random', seed: `${seed}` } as const;
      orders.add(run({ ...network, executor }, { delays: [], losses: [], strategy }).order);
    }
    return orders.size;
  };

  it('idle threads begin in any order', () => {
    const [single, multi] = [
      ordersOf({ policy: 'single' }),
      ordersOf({ policy: 'multi', threads: 2 }),
    ];
    expect(multi).toBeGreaterThan(single);
  });

  it('the order of the wait set is open unless it was chosen', () => {
    const network: Network = { periods: [[1, 1]], edges: [] };
    expect(ordersOf({ policy: 'single' }, network)).toBe(2);
    expect(ordersOf({ policy: 'single', order_in_kind: 'registration' }, network)).toBe(1);
  });

  it('rclc leaves only the times of arrival open', () => {
    expect(ordersOf({ policy: 'rclc' }, { periods: [[1, 1], [1]], edges: [] })).toBe(1);
  });
});

describe('PCT', () => {
  /** A single ordering, which a first priority decides: both callbacks of one node come before both of the other. */
  it('with depth 1 decides between two nodes by one draw', () => {
    const network = { periods: [[1], [1]], edges: [] };
    const seen = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const strategy = { kind: 'pct', seed: `${seed}`, depth: 1, points: 0 } as const;
      seen.add(run(network, { delays: [], losses: [], strategy }).order);
    }
    expect(seen.size).toBe(2);
  });
});
