/** In random systems, the reduced search sees the same as one that tries every order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { DEFAULT_QOS, Graph, Publisher, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel, RandomStreams } from '../kernel/index.js';
import {
  applyExploration,
  type PathStrategy,
  type StepOptions,
  type StepReport,
} from '../schedule/index.js';
import { type Branch, type Draw, earliest, OrderTree } from './order_tree.js';

const uint64 = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/UInt64');
/** Systems with more orders than this are skipped. */
const MOST = 300;

interface Reaction {
  readonly from: number;
  readonly to: number;
  /** Reacts to every n-th input of the node. */
  readonly every: number;
  readonly depth: number;
}

interface Member {
  readonly program: number;
  /** Period in ms and topic of each timer. */
  readonly timers: readonly (readonly [period: number, to: number])[];
  readonly reactions: readonly Reaction[];
}

const topic = fc.nat(2);
const member: fc.Arbitrary<Member> = fc.record({
  program: fc.nat(2),
  timers: fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), topic), { maxLength: 2 }),
  reactions: fc.array(
    fc.record({
      from: topic,
      to: topic,
      every: fc.integer({ min: 1, max: 3 }),
      depth: fc.constantFrom(1, 10),
    }),
    { maxLength: 2 },
  ),
});
const systems = fc.array(member, { minLength: 2, maxLength: 4 });

/** Runs the system once. A node's state is everything that it has seen, and its messages depend on that. */
function run(system: readonly Member[], strategy: PathStrategy, steps: StepOptions) {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = applyExploration(graph, { delays: [], losses: [], strategy, steps });
  const executor = new EventsExecutor(kernel);
  const views: string[][] = [];
  for (const [index, { program, timers, reactions }] of system.entries()) {
    graph.enterProgram(`p${program}`);
    const node = graph.createNode({ name: `n${index}` });
    node.attach(executor);
    const view: string[] = [];
    views.push(view);
    const publishers = [0, 1, 2].map((each) => new Publisher(node, `/t${each}`, uint64));
    let sent = 0;
    const send = (to: number) => {
      if (sent++ < 4) publishers[to]!.publish({ data: BigInt(digestOf(view)) });
    };
    for (const [number, [period, to]] of timers.entries()) {
      new Timer(node, period * 1e6, () => {
        view.push(`${kernel.now} timer ${number}`);
        send(to);
      });
    }
    for (const [number, { from, to, every, depth }] of reactions.entries()) {
      const qos = { ...DEFAULT_QOS, depth };
      const react = ({ data }: { data?: unknown }) => {
        view.push(`${kernel.now} ${number} ${data}`);
        if (view.length % every === 0) send(to);
      };
      new Subscription(node, `/t${from}`, uint64, react, { qos });
    }
  }
  kernel.turn(Number.POSITIVE_INFINITY, { until: 2e6 });
  return { view: JSON.stringify(views), report: schedule.report().steps! };
}

function digestOf(view: readonly string[]): number {
  let digest = 7;
  for (const letter of view.join('|')) digest = (31 * digest + letter.charCodeAt(0)) % 1_000_003;
  return digest;
}

/** Every order, found by trying everything at every choice; undefined if there are too many. */
function everyOrder(system: readonly Member[]): Set<string> | undefined {
  const views = new Set<string>();
  const paths: number[][] = [[]];
  for (let made = 0; paths.length > 0; made++) {
    if (made > MOST) return undefined;
    const path = paths.pop()!;
    const { view, report } = run(system, { kind: 'path', choices: path, sleepers: [] }, {});
    views.add(view);
    const choices = report.steps.flatMap(({ choice, what }) =>
      choice === undefined ? [] : [{ made: choice.indexOf(what), of: choice.length }],
    );
    for (let at = path.length; at < choices.length; at++) {
      const before = choices.slice(0, at).map((each) => each.made);
      for (let other = 1; other < choices[at]!.of; other++) paths.push([...before, other]);
    }
  }
  return views;
}

function anyOf(seed: string): Draw {
  const stream = new RandomStreams(seed).stream('branches');
  return (open) => stream.integer(open.length);
}

/** @param seed - what decides which branch is next, and how runs go on after their paths; undefined: the default */
function reduced(
  system: readonly Member[],
  steps: StepOptions,
  ahead = 1,
  seed?: string,
  draw = seed === undefined ? undefined : anyOf(seed),
) {
  const tree = new OrderTree();
  const views = new Set<string>();
  let runs = 0;
  const underWay: (() => void)[] = [];
  for (;;) {
    while (underWay.length < ahead) {
      const branch = tree.next(draw);
      if (branch === undefined) break;
      runs++;
      let seen: { view: string; report: StepReport };
      underWay.push(() => {
        seen = run(system, { ...branch.strategy, ...(seed && { seed: `${seed} ${runs}` }) }, steps);
        views.add(seen.view);
        tree.made(branch, seen.report);
      });
    }
    const oldest = underWay.shift();
    if (oldest === undefined) break;
    oldest();
  }
  return { tree, views, runs };
}

const seeds = fc.constantFrom(undefined, '1', '2');

it('sees everything that nodes can distinguish, in any order, however many runs are made at a time', () => {
  fc.assert(
    fc.property(
      systems,
      fc.boolean(),
      fc.constantFrom(1, 4),
      seeds,
      (system, isolated, ahead, seed) => {
        const every = everyOrder(system);
        if (every === undefined) return;
        const { tree, views } = reduced(system, { isolated }, ahead, seed);
        expect(tree.unfit).toBeUndefined();
        expect(tree.complete).toBe(true);
        expect([...views].sort()).toEqual([...every].sort());
        expect(tree.orders).toBeGreaterThanOrEqual(every.size);
      },
    ),
  );
});

/** Two programs, each with a timer of 1 ms, that tell a third one something in each of two rounds. */
const rounds: readonly Member[] = [
  ...[0, 1].map((each) => ({
    program: each,
    timers: [[1, each] as const],
    reactions: [],
  })),
  {
    program: 2,
    timers: [],
    reactions: [0, 1].map((from) => ({ from, to: 2, every: 99, depth: 10 })),
  },
];

it.each([undefined, '1', '2'])(
  'makes one run for each order of messages, however runs go on (%s)',
  (seed) => {
    const { views, runs } = reduced(rounds, {}, 1, seed);
    expect([views.size, runs]).toEqual([4, 4]);
  },
);

it('has seen each way to begin before it departs later, if it always departs as early as possible', () => {
  const begun: number[] = [];
  const draw = (open: readonly Branch[]) => {
    const index = earliest(open);
    begun.push(open[index]!.places.length);
    return index;
  };
  expect(reduced(rounds, {}, 1, '1', draw).runs).toBe(4);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});

it('knows early how many orders there are if they are made of independent rounds', () => {
  const tree = new OrderTree();
  expect(tree.estimate).toBe(Number.POSITIVE_INFINITY);
  const branch = tree.next()!;
  tree.made(branch, run(rounds, { ...branch.strategy, seed: '1' }, {}).report);
  expect([tree.estimate, reduced(rounds, {}).tree.estimate]).toEqual([4, 4]);
});

it('makes one run if no step affects another', () => {
  const alone = (program: number): Member => ({ program, timers: [[1, 0]], reactions: [] });
  const { tree, runs } = reduced([alone(0), alone(1), alone(2)], {});
  expect([tree.complete, runs]).toEqual([true, 1]);
  // Nodes of one program may share memory.
  expect(reduced([alone(0), alone(0)], {}).runs).toBeGreaterThan(1);
  expect(reduced([alone(0), alone(0)], { isolated: true }).runs).toBe(1);
});
