/** The vectors of ros2_def's four scenarios, and a proof that durations never change an order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../kernel/index.js';
import type { CallbackAction } from './action.js';
import type { NodeModel } from './node_model.js';
import { orderNodes } from './order_nodes.js';
import { type ModelledOutcome, type ModelledTimes, runModelled } from './run_modelled.js';
import { callback, MS, node, SCENARIOS } from './scenarios.test_support.js';

/** Constant durations in ms by node, 1 ms for each hop. */
function constant(durations: Readonly<Record<string, number>>): ModelledTimes {
  return { duration: ({ node: { name } }) => durations[name]! * MS, latency: () => MS };
}

/** Durations and latencies at random, up to 1 s and 50 ms. */
function random(seed: number): ModelledTimes {
  const stream = new RandomStream(seed);
  return { duration: () => stream.integer(1000) * MS, latency: () => stream.integer(50) * MS };
}

/** `P1 /M 303`: node, topic, start in ms after the first input. */
function starts({ callbacks }: ModelledOutcome): string[] {
  return callbacks.map(({ node: name, topic, start }) => `${name} ${topic} ${start / MS - 1}`);
}

/** The order of callbacks at each node. */
function perNode({ callbacks }: ModelledOutcome): Record<string, string[]> {
  const order: Record<string, string[]> = {};
  for (const { node: name, topic, period, cause } of callbacks) {
    order[name] ??= [];
    order[name].push(`${topic ?? period} of ${cause}`);
  }
  return order;
}

const inputs = (topic: string, count: number) => [{ topic, period: 0, count }];

describe('the scenarios of ros2_def', () => {
  const P = { P1: 300, P2: 250, T: 200 };

  it('run parallel inputs at the times of the reference', () => {
    const outcome = runModelled(SCENARIOS.parallel, inputs('/M', 2), { times: constant(P) });
    expect(starts(outcome)).toEqual([
      ...['P1 /M 1', 'P2 /M 1', 'T /D1 303', 'P1 /M 304', 'P2 /M 304'],
      ...['T /D2 505', 'T /D1 707', 'T /D2 909'],
    ]);
    expect(outcome.makespan).toBe(1110 * MS);
  });

  it('run publishers of one topic at the times of the reference', () => {
    const outcome = runModelled(SCENARIOS.shared, inputs('/M', 2), { times: constant(P) });
    expect(starts(outcome)).toEqual([
      ...['P1 /M 1', 'T /D 303', 'P2 /M 303', 'T /D 555', 'P1 /M 556'],
      ...['T /D 858', 'P2 /M 858', 'T /D 1110'],
    ]);
  });

  it('run users of a service at the times of the reference', () => {
    const times = constant({ N1: 402, N2: 402, SP: 200 });
    const outcome = runModelled(SCENARIOS.service, inputs('/T', 2), { times });
    expect(starts(outcome)).toEqual([
      ...['N1 /T 1', 'N2 /T 405', 'SP /T 809', 'N1 /T 1012', 'N2 /T 1416', 'SP /T 1820'],
    ]);
  });

  it('drop nothing', () => {
    const outcome = runModelled(SCENARIOS.drop, inputs('/t', 40), { times: random(1) });
    const causes = outcome.callbacks.map(({ cause }) => cause);
    expect(causes).toEqual(Array.from({ length: 40 }, (_, at) => `/t ${at + 1}`));
  });

  it.each([
    ['parallel', 'thesis', 'T', ['/D1 of /M 1', '/D2 of /M 1']],
    ['parallel', 'develop', 'T', ['/D2 of /M 1', '/D1 of /M 1']],
  ] as const)('%s, order %s: %s gets one order with 30 seeds', (name, rule, of, expected) => {
    const nodes = orderNodes(SCENARIOS[name], rule);
    for (let seed = 0; seed < 30; seed++) {
      const order = perNode(runModelled(nodes, inputs('/M', 10), { times: random(seed) }));
      expect(order[of]!.slice(0, 2)).toEqual(expected);
      expect(order[of]).toHaveLength(20);
    }
  });

  it.each([
    ['shared', '/M', 'thesis', ['P1', 'P2']],
    ['shared', '/M', 'develop', ['P2', 'P1']],
    ['service', '/T', 'thesis', ['N1', 'N2', 'SP']],
    ['service', '/T', 'develop', ['SP', 'N2', 'N1']],
    ['service', '/T', ['N2', '/SP', 'N1'], ['N2', 'SP', 'N1']],
  ] as const)('%s on %s, order %s: %s with 30 seeds', (name, topic, rule, expected) => {
    const nodes = orderNodes(SCENARIOS[name], rule);
    for (let seed = 0; seed < 30; seed++) {
      const { callbacks } = runModelled(nodes, inputs(topic, 10), { times: random(seed) });
      const order = callbacks.map((each) => each.node).filter((each) => each !== 'T');
      expect(order).toEqual(Array.from({ length: 10 }, () => expected).flat());
    }
  });
});

describe('a cycle', () => {
  /** A and B pass a message back and forth; B keeps every third. */
  const nodes = [
    node('A', [callback('/in', ['/ping']), callback('/pong', ['/ping'])]),
    node('B', [callback('/ping', ['/pong', '/seen'], { sendsStatus: true })]),
    node('C', [callback('/in', ['/seen']), callback('/seen', [])]),
  ];

  function played(seed: number): ModelledOutcome {
    let bounces = 0;
    return runModelled(nodes, inputs('/in', 5), {
      times: random(seed),
      omits: ({ node: { name } }: CallbackAction) => {
        if (name !== 'B') return [];
        bounces++;
        return bounces % 3 === 0 ? ['/pong'] : ['/seen'];
      },
    });
  }

  it('ends when an output is omitted, with the same order whatever the durations', () => {
    const order = perNode(played(0));
    expect(order.B).toHaveLength(15);
    expect(order.C).toHaveLength(15);
    for (let seed = 1; seed < 30; seed++) expect(perNode(played(seed))).toEqual(order);
  });
});

describe('approximate time', () => {
  it('withholds the outputs of messages that do not complete a set', () => {
    const filter = { topics: ['/info', '/image'], slop: 100 * MS, queueSize: 4 };
    const of = (topic: string) =>
      callback('', ['/out'], { trigger: { kind: 'topic', topic, filter }, sendsStatus: true });
    const nodes = [node('F', [of('/info'), of('/image')]), node('T', [callback('/out', [])])];
    const given = [
      { topic: '/info', period: 100 * MS, count: 21 },
      { topic: '/image', period: 1000 * MS, count: 3 },
    ];
    for (let seed = 0; seed < 10; seed++) {
      const { T } = perNode(runModelled(nodes, given, { times: random(seed) }));
      expect(T).toEqual(['/out of /image 1', '/out of /image 2', '/out of /image 3']);
    }
  });
});

/** The callbacks at each node, in the order in which the specification adds them: depth first, input by input. */
function expectedOrder(nodes: readonly NodeModel[], topics: readonly string[]) {
  const order: Record<string, string[]> = {};
  const extend = (topic: string, cause: string) => {
    for (const { name, callbacks } of nodes) {
      for (const { trigger, outputs } of callbacks) {
        if (trigger.kind !== 'topic' || trigger.topic !== topic) continue;
        order[name] ??= [];
        order[name].push(`${topic} of ${cause}`);
        for (const output of outputs) extend(output, cause);
      }
    }
  };
  for (const topic of topics) extend(topic, `${topic} ${1}`);
  return order;
}

describe('any system', () => {
  /** Nodes on topics 0 … 7; a callback sends on topics with greater numbers than those it hears. */
  const system = fc.array(
    fc.record({
      callbacks: fc.uniqueArray(
        fc.record({
          input: fc.integer({ min: 0, max: 5 }),
          outputs: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
          serviceCalls: fc.subarray(['/s', '/t']),
        }),
        { selector: ({ input }) => input, minLength: 1, maxLength: 3 },
      ),
      services: fc.subarray(['/s']),
    }),
    { minLength: 1, maxLength: 5 },
  );

  it('has the order of the specification at every node, whatever the durations', () => {
    fc.assert(
      fc.property(system, fc.integer(), fc.subarray([0, 1, 2]), (described, seed, entering) => {
        const nodes = described.map(({ callbacks, services }, at) =>
          node(
            `n${at}`,
            callbacks.map(({ input, outputs, serviceCalls }) => {
              const topics = outputs.map((more) => `/${input + more}`);
              return callback(`/${input}`, topics, { serviceCalls });
            }),
            services,
          ),
        );
        const topics = entering.map((topic) => `/${topic}`);
        const given = topics.map((topic) => ({ topic, period: 0, count: 1 }));
        const order = perNode(runModelled(nodes, given, { times: random(seed) }));
        expect(order).toEqual(expectedOrder(nodes, topics));
      }),
      { numRuns: 200 },
    );
  });
});
