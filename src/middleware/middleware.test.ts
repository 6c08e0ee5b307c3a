import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Client, type Qos, Service } from '../graph/index.js';
import { MS, types, WiredWorld } from './wired_world.test_support.js';

const RUNS = Number(process.env.ORRERY_WIRE_RUNS ?? 30);

const qos: fc.Arbitrary<Partial<Qos>> = fc.record({
  reliability: fc.constantFrom('reliable', 'best_effort'),
  durability: fc.constantFrom('volatile', 'transient_local'),
  depth: fc.integer({ min: 1, max: 5 }),
});

/** What a node of a random system does. */
const node = fc.record({
  publishes: fc.array(
    fc.record({
      topic: fc.nat(2),
      qos,
      period: fc.constantFrom(10, 20, 50),
      burst: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 2 },
  ),
  subscribes: fc.array(
    fc.record({ topic: fc.nat(2), qos, forwardsTo: fc.option(fc.nat(2), { nil: undefined }) }),
    { maxLength: 3 },
  ),
  /** When the node is made, in ms. */
  at: fc.constantFrom(0, 0, 35, 60),
  until: fc.constantFrom(100, 1000),
});

type RandomNode = typeof node extends fc.Arbitrary<infer T> ? T : never;

function build(world: WiredWorld, index: number, plan: RandomNode): void {
  const made = world.node(`n${index}`);
  for (const { topic, qos: own, period, burst } of plan.publishes) {
    const publisher = world.publisher(made, `/t${topic}`, own);
    world.timer(made, period, () => {
      for (let i = 0; i < burst; i++) publisher.publish({ data: BigInt(publisher.sequence) });
    });
  }
  for (const { topic, qos: own, forwardsTo } of plan.subscribes) {
    // Messages are forwarded only to topics with a higher number: a circle would never come to rest.
    const forwards = forwardsTo !== undefined && forwardsTo > topic;
    const publisher = forwards ? world.publisher(made, `/t${forwardsTo}`) : undefined;
    world.collect(made, `/t${topic}`, own, (data) => publisher?.publish({ data: data + 1000n }));
  }
  world.timer(made, plan.until, () => made.destroy());
}

async function run(yaml: string, plans: readonly RandomNode[]): Promise<WiredWorld> {
  const world = new WiredWorld(yaml);
  const planner = world.node('planner');
  for (const [index, plan] of plans.entries()) {
    if (plan.at === 0) build(world, index, plan);
    else {
      const timer = world.timer(planner, plan.at, () => {
        timer.cancel();
        build(world, index, plan);
      });
    }
  }
  await world.runFor(200);
  return world;
}

describe('middleware: rtps', () => {
  it('runs every callback in the order of the direct graph if there are no delays and losses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(node, { minLength: 2, maxLength: 5 }), async (plans) => {
        const [direct, wired] = [await run('{}', plans), await run('middleware: rtps', plans)];
        expect(wired.log).toEqual(direct.log);
        expect(wired.lost).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('delivers what reliable writers write to each reliable reader once and in order', async () => {
    let datagrams = 0;
    const link = fc.record({
      loss: fc.constantFrom(0, 0.05, 0.3),
      duplicate: fc.constantFrom(0, 0.2),
      reorder: fc.constantFrom(0, 0.2),
      delay: fc.constantFrom(0, 1, 20),
      seed: fc.nat(),
      readers: fc.integer({ min: 1, max: 3 }),
      /** When the first reader is destroyed and created again. */
      restart: fc.constantFrom(300, 700, 5000),
      durability: fc.constantFrom('volatile' as const, 'transient_local' as const),
    });
    await fc.assert(
      fc.asyncProperty(link, async ({ seed, readers, restart, durability, ...net }) => {
        const faults = [
          `{fault: loss, probability: ${net.loss}, until: 3s}`,
          `{fault: duplicate, probability: ${net.duplicate}, delay: 2ms}`,
          `{fault: reorder, probability: ${net.reorder}, delay: 3ms}`,
        ];
        const world = new WiredWorld(
          `{middleware: rtps, links: [{delay: ${net.delay}ms}], faults: [${faults}]}`,
          seed,
        );
        const kept = { history: 'keep_all', durability } as const;
        const writer = world.publisher(world.node('writer'), '/x', kept);
        world.count(writer, 10, 100);
        const got = Array.from({ length: readers }, (_, i) =>
          world.collect(world.node(`reader${i}`), '/x', kept),
        );
        const planner = world.node('planner');
        const again = world.timer(planner, restart, () => {
          again.cancel();
          world.simulation.graph.nodes.find(({ name }) => name === 'reader0')!.destroy();
          got.push(world.collect(world.node('reader0'), '/x', kept));
        });
        await world.runFor(4000);
        await world.runFor(20_000);
        for (const [i, numbers] of got.entries()) {
          const first = numbers[0] ?? 101;
          expect(numbers).toEqual(numbers.map((_, n) => first + n));
          if (durability === 'transient_local' && numbers.length > 0) expect(first).toBe(1);
          // A destroyed reader got what had arrived by then; a new volatile one gets only what follows.
          const isWhole = i > 0 || restart === 5000;
          // A volatile reader that was not discovered within that second, because of losses, gets nothing.
          const isLate = durability === 'volatile' && numbers.length === 0;
          if (isWhole && !isLate && (i < readers || durability === 'transient_local')) {
            expect(numbers.at(-1)).toBe(100);
          }
        }
        expect(writer.subscriptions).toHaveLength(readers);
        expect(world.lost).toBe(0);
        datagrams += world.statistics!.datagrams;
      }),
      { numRuns: RUNS },
    );
    expect(datagrams).toBeGreaterThan(1000);
  });

  it('sends the same datagrams everywhere', async () => {
    const world = new WiredWorld(
      'middleware: rtps\nlinks: [{delay: {normal: {mean: 2ms, deviation: 1ms}}}]\n' +
        'faults: [{fault: loss, probability: 0.2}]',
    );
    world.count(world.publisher(world.node('writer'), '/x'), 10);
    const got = world.collect(world.node('reader'), '/x');
    await world.runFor(2000);
    // The same on every version of Node.js; only a change to the engine may change these values.
    expect([got.length, world.log.at(-1), world.statistics]).toMatchInlineSnapshot(`
      [
        197,
        "reader /x 199 1993069636",
        {
          "bytes": 48376,
          "datagrams": 470,
        },
      ]
    `);
  });

  it("reports what was lost because of a writer's depth", async () => {
    const world = new WiredWorld(
      'middleware: rtps\nfaults: [{fault: loss, probability: 0.5, at: 100ms, until: 2s}]',
    );
    const writer = world.publisher(world.node('writer'), '/x', { depth: 2 });
    const got = world.collect(world.node('reader'), '/x', { depth: 100 });
    world.count(writer, 1, 1000);
    await world.runFor(10_000);
    expect(got.length).toBeLessThan(1000);
    expect(got).toEqual([...new Set(got)].sort((a, b) => a - b));
    expect(got.at(-1)).toBe(1000);
    expect(got.length + world.lost).toBe(1000);
  });

  it('carries requests and responses, and fragments', async () => {
    const world = new WiredWorld(
      'middleware: rtps\nlinks: [{delay: 5ms}]\nfaults: [{fault: loss, probability: 0.1}]',
    );
    const type = types.service('example_interfaces/srv/AddTwoInts');
    const [server, user] = [world.node('server'), world.node('user')];
    new Service(server, '/add', type, (request, respond) => {
      const { a, b } = request as { a: bigint; b: bigint };
      respond({ sum: a + b });
    });
    const client = new Client(user, '/add', type);
    expect(client.available).toBe(false);
    const sums: unknown[] = [];
    let n = 0n;
    world.timer(user, 100, () => {
      if (client.available && n < 10n)
        client.send({ a: n++, b: 100n }, ({ sum }) => sums.push(sum));
    });
    await world.runFor(10_000);
    expect(sums).toEqual(Array.from({ length: 10 }, (_, i) => 100n + BigInt(i)));
  });

  it('forgets a silent participant only when its lease ends', async () => {
    const world = new WiredWorld(
      'middleware: rtps\nfaults: [{fault: partition, nodes: [/reader], at: 1s, until: 30s}]',
    );
    const writer = world.publisher(world.node('writer'), '/x');
    const got = world.collect(world.node('reader'), '/x');
    world.count(writer, 100);
    const matched: [number, number][] = [];
    const note = (change: number) => matched.push([change, world.simulation.kernel.now / MS]);
    writer.events = { matched: () => note(1), unmatched: () => note(-1) };
    await world.runFor(40_000);
    expect(matched).toEqual([
      [-1, expect.any(Number)],
      [1, expect.any(Number)],
    ]);
    expect(matched[0]![1]).toBeGreaterThan(8000);
    expect(matched[0]![1]).toBeLessThan(11_001);
    expect(matched[1]![1]).toBeGreaterThanOrEqual(30_000);
    expect(got.at(-1)).toBe(400);
  });

  it('refuses rules that datagrams cannot follow', () => {
    for (const rule of ['links: [{topic: /x, delay: 1ms}]', 'discovery: {rules: [{time: 1ms}]}']) {
      expect(() => new WiredWorld(`middleware: rtps\n${rule}`)).toThrow(/With `middleware: rtps`/);
    }
  });
});
