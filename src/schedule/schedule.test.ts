import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Graph, type GraphNode, Publisher, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { applyExploration } from './apply_exploration.js';
import { type Decision, describeDecision, isDeliveryDecision } from './decision.js';
import type { Exploration, ScheduleReport, Strategy } from './exploration.js';
import { parseSchedule, scheduleText } from './schedule_file.js';

const uint64 = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/UInt64');

/** Nodes by number of timers; subscriptions of node → topic of another node's timer. */
interface Network {
  readonly periods: readonly (readonly number[])[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

const networks: fc.Arbitrary<Network> = fc.record({
  periods: fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }), {
    minLength: 2,
    maxLength: 4,
  }),
  edges: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 6 }),
});

interface Ran {
  readonly order: string;
  readonly report: ScheduleReport | undefined;
  /** By topic: what its subscribers received, in order. */
  readonly received: ReadonlyMap<string, readonly bigint[]>;
}

function run({ periods, edges }: Network, exploration?: Exploration): Ran {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = exploration && applyExploration(graph, exploration);
  const executor = new EventsExecutor(kernel);
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
const replay = (decisions: readonly Decision[]): Strategy => ({ kind: 'replay', decisions });

describe('a schedule', () => {
  it('repeats the run that it was noted in, again and again', () => {
    fc.assert(
      fc.property(networks, strategies, (network, strategy) => {
        const found = run(network, { ...bounds, strategy });
        const { decisions } = found.report!;
        const schedule = parseSchedule(scheduleText({ ...bounds, decisions }), 'x');
        for (let i = 0; i < 2; i++) {
          const again = run(network, { ...bounds, strategy: replay(schedule.decisions) });
          expect(again.order).toBe(found.order);
          expect(again.received).toEqual(found.received);
          expect(again.report!.unused).toEqual([]);
          expect(again.report!.decisions).toEqual(decisions);
        }
      }),
    );
  });

  it('without decisions changes nothing', () => {
    fc.assert(
      fc.property(networks, (network) => {
        const plain = run(network);
        const followed = run(network, { ...bounds, strategy: replay([]) });
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

  it('loses no more than its budget', () => {
    fc.assert(
      fc.property(networks, strategies, (network, strategy) => {
        const { decisions } = run(network, { ...bounds, strategy }).report!;
        const lost = decisions.filter((each) => isDeliveryDecision(each) && each.delay === 'lost');
        expect(lost.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('offers alternatives each of which can come to pass', () => {
    fc.assert(
      fc.property(networks, (network) => {
        const first = run(network, { ...bounds, strategy: replay([]), alternatives: 50 });
        for (const { decision } of first.report!.alternatives) {
          const strategy = replay([decision]);
          const { report } = run(network, { ...bounds, strategy });
          expect(report!.unused).toEqual([]);
          expect(report!.decisions).toEqual([decision]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('PCT', () => {
  /** Both of `a` before both of `b` needs one ordering, which a first priority decides. */
  it('of depth 1 decides between two by one draw', () => {
    const network = { periods: [[1], [1]], edges: [] };
    const seen = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const strategy = { kind: 'pct', seed: `${seed}`, depth: 1, points: 0 } as const;
      seen.add(run(network, { delays: [], losses: [], strategy }).order);
    }
    expect(seen.size).toBe(2);
  });
});

describe('words', () => {
  it('name what went first, what took long and what was lost', () => {
    const way = { topic: '/scan', from: '/lidar', to: '/slam', message: 3 };
    const order = { at: 12_340_000_000, run: '/t3', before: '/t1', nth: 1 };
    expect(
      [order, { ...way, delay: 2e7 }, { ...way, delay: 'lost' as const }].map(describeDecision),
    ).toMatchInlineSnapshot(`
        [
          "/t3 before /t1 at 12.340000000 s",
          "message 3 of /lidar on /scan takes 20 ms to reach /slam",
          "message 3 of /lidar on /scan does not reach /slam",
        ]
      `);
  });
});

describe('a schedule file', () => {
  it.each([
    ['[', 'no JSON'],
    ['null', 'format'],
    ['{"format":"orrery-schedule/1"}', 'decisions'],
    ['{"format":"orrery-schedule/1","decisions":[{"at":-1}]}', 'entry 1'],
    ['{"format":"orrery-schedule/1","decisions":[],"delays":[{"topic":"/a"}]}', 'delays'],
    ['{"format":"orrery-schedule/1","decisions":[],"expect":[1]}', 'expect'],
  ])('%s is refused', (text, why) => {
    expect(() => parseSchedule(text, 'f.json')).toThrow(why);
  });
});
