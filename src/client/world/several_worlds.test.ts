import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Simulation } from '../../simulation/index.js';
import { Context, enterSimulation } from '../index.js';
import rclnodejs from '../rclnodejs.js';
import { simulatedWorld } from './world.js';

const MS = 1_000_000n;

interface Inhabited {
  readonly simulation: Simulation;
  readonly node: InstanceType<typeof rclnodejs.Node>;
  readonly log: string[];
}

const leave: (() => void)[] = [];

afterEach(() => {
  for (const each of leave.splice(0).reverse()) each();
});

/** A world with a node that records, at every call of its timer, what clocks made there read. */
async function inhabit(start: bigint, periodMs: bigint): Promise<Inhabited> {
  const simulation = new Simulation({ initialTime: start, seed: 1 });
  leave.push(enterSimulation(simulation));
  await rclnodejs.init();
  const node = rclnodejs.createNode('node');
  const log: string[] = [];
  const service = 'example_interfaces/srv/AddTwoInts';
  node.createService(service, 'add', ({ a, b }: { a: bigint; b: bigint }) => ({ sum: a + b }));
  const client = node.createClient(service, 'add');
  const say = (what: string) => {
    const { nanoseconds } = new rclnodejs.Clock(rclnodejs.ClockType.ROS_TIME).now();
    log.push(`${what} ${(nanoseconds - start) / MS} of ${node.now().nanoseconds - nanoseconds}`);
  };
  node.createTimer(periodMs * MS, async () => {
    say('timer');
    await client.sendRequestAsync({ a: 1n, b: 2n });
    say('answered');
    await new rclnodejs.ClockEvent().waitUntilSteady(
      new rclnodejs.Clock(rclnodejs.ClockType.STEADY_TIME),
      BigInt(simulation.kernel.now) + MS,
    );
    say('waited');
  });
  node.spin();
  return { simulation, node, log };
}

describe('several worlds in one process', () => {
  it('run the same, stepped in any order, as each does alone', async () => {
    const alone = async (start: bigint, period: bigint, ms: number): Promise<string[]> => {
      const { simulation, log } = await inhabit(start, period);
      if (ms > 0) await simulation.stepFor(BigInt(ms) * MS);
      leave.pop()?.();
      return log;
    };
    const step = fc.record({ world: fc.nat(1), ms: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const worlds = [await inhabit(1_000n * MS, 3n), await inhabit(90_000n * MS, 4n)];
        for (const { world, ms } of steps) {
          await worlds[world]?.simulation.stepFor(BigInt(ms) * MS);
        }
        for (const each of leave.splice(0).reverse()) each();
        const total = (world: number) =>
          steps.reduce((sum, each) => sum + (each.world === world ? each.ms : 0), 0);
        expect(worlds[0]?.log).toEqual(await alone(1_000n * MS, 3n, total(0)));
        expect(worlds[1]?.log).toEqual(await alone(90_000n * MS, 4n, total(1)));
      }),
      { numRuns: 15 },
    );
  });

  it('shut down one by one', async () => {
    const a = await inhabit(0n, 3n);
    const b = await inhabit(0n, 4n);
    // B was entered last; a callback of A nevertheless shuts down A.
    a.node.createTimer(5n * MS, () => rclnodejs.shutdown());
    await a.simulation.stepFor(20n * MS);
    await b.simulation.stepFor(20n * MS);
    expect(a.log).toEqual(['timer 3 of 0', 'answered 3 of 0', 'waited 4 of 0']);
    expect(b.log.filter((line) => line.startsWith('timer'))).toHaveLength(5);
    expect(Context.instances.flatMap(({ nodes }) => nodes)).toEqual([b.node]);
    rclnodejs.shutdownAll();
    expect(b.simulation.graph.nodes).toEqual([]);
  });

  it('have their own default context, log levels and /rosout', async () => {
    const a = await inhabit(0n, 3n);
    const before = Context.defaultContext();
    const b = await inhabit(0n, 4n);
    expect(Context.defaultContext()).not.toBe(before);
    const heard: string[] = [];
    a.node.createSubscription('rcl_interfaces/msg/Log', '/rosout', ({ msg }: { msg: string }) =>
      heard.push(msg),
    );
    a.node.getLogger().setLoggerLevel(rclnodejs.logging.LoggingSeverity.FATAL);
    const levels = [a, b].map(({ simulation, node }) => {
      const left = enterSimulation(simulation);
      node.getLogger().setLoggerLevel(simulation === a.simulation ? 20 : 50);
      left();
      return node.getLogger().loggerEffectiveLevel;
    });
    expect(levels).toEqual([50, 50]);
    a.node.createTimer(MS, () => a.node.getLogger().info('of a'));
    await a.simulation.stepFor(2n * MS);
    expect(heard).toEqual(['of a', 'of a']);
  });

  it('return to the previous world, even if they are not left in order', () => {
    const simulations = [new Simulation(), new Simulation(), new Simulation()];
    const left = simulations.map(enterSimulation);
    const now = () =>
      simulations.findIndex((each) => simulatedWorld(each).graph === worldOfContext().graph);
    const worldOfContext = () => {
      const context = new Context();
      context.initialize([]);
      const { world } = context;
      context.shutdown();
      return world;
    };
    expect(now()).toBe(2);
    left[1]?.();
    expect(now()).toBe(2);
    left[2]?.();
    left[2]?.();
    expect(now()).toBe(0);
    left[0]?.();
    expect(now()).toBe(-1);
  });
});
