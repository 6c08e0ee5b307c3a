/** Things of one name: what a run decides about each is repeated for that one, and for no other. */
import { expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Client, Graph, Publisher, Service, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { applyExploration } from './apply_exploration.js';
import { isNodeFault } from './decision.js';
import { describeDecision } from './describe_decision.js';
import type { Exploration, ScheduleReport, Strategy } from './exploration.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const empty = types.message('std_msgs/msg/Empty');
const trigger = types.service('std_srvs/srv/Trigger');

const VARIED: Omit<Exploration, 'strategy'> = {
  ...{ timers: 4e6, discovery: 3e6, losses: [{ topic: '/scan', budget: 1 }] },
  delays: ['/scan', '/ask'].map((topic) => ({ topic, min: 0, max: 4e6 })),
  faults: [
    { fault: 'freeze', on: '/scan', time: 5e6 },
    { fault: 'reorder', on: '/scan', time: 5e6 },
    { fault: 'duplicate', on: '/scan', time: 1e6 },
    { fault: 'down', on: '/scan', time: 5e6 },
  ],
  moments: { deliveries: { '/scan': 6 }, callbacks: { '/scan': 9 } },
};

interface Ran {
  readonly events: readonly string[];
  readonly report: ScheduleReport;
}

/** A node `/scan` publishes `/scan`, by one timer after another, and asks a service with two clients. */
function run(strategy: Strategy, alternatives = 0): Ran {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = applyExploration(graph, { ...VARIED, strategy, alternatives });
  const executor = new EventsExecutor(kernel);
  const [scan, sink] = ['scan', 'sink'].map((name) => {
    const node = graph.createNode({ name });
    node.attach(executor);
    return node;
  });
  const events: string[] = [];
  const note = (what: string) => events.push(`${what} ${kernel.now}`);
  const publisher = new Publisher(scan!, '/scan', empty);
  for (const name of ['first', 'second']) {
    new Subscription(sink!, '/scan', empty, () => note(name));
  }
  new Service(sink!, '/ask', trigger, (_request, respond) => respond({}));
  const clients = [1, 2].map(() => new Client(scan!, '/ask', trigger));
  const again = () => {
    const timer = new Timer(scan!, 10e6, () => {
      note('timer');
      timer.destroy();
      publisher.publish({});
      for (const [i, client] of clients.entries()) {
        if (client.available) client.send({}, () => note(`answer ${i}`));
      }
      again();
    });
  };
  again();
  kernel.turn(Number.POSITIVE_INFINITY, { until: 65e6 });
  return { events, report: schedule.report() };
}

it('The decisions of a run repeat it exactly', () => {
  for (let seed = 0; seed < 60; seed++) {
    const rate = seed % 2 === 0 ? {} : { rate: 0.2 };
    const found = run({ kind: 'random', seed: `${seed}`, ...rate });
    const { decisions } = found.report;
    const again = run({ kind: 'replay', decisions });
    expect(again.events).toEqual(found.events);
    expect(again.report.decisions).toEqual(decisions);
    expect(again.report.missed).toEqual([]);
  }
});

it('A fault of a node never hits the topic of its name, and is offered before each callback of the node', () => {
  const { report } = run({ kind: 'replay', decisions: [] }, 1000);
  const offered = report.alternatives.map(({ decision }) => decision).filter(isNodeFault);
  expect(offered.map(({ callback }) => callback)).toEqual(
    Array.from({ length: offered.length }, (_, i) => i + 1),
  );
  expect(offered.length).toBeGreaterThanOrEqual(report.callbacks['/scan']!);
  for (let seed = 0; seed < 60; seed++) {
    for (const each of run({ kind: 'random', seed: `${seed}` }).report.decisions) {
      if (!('fault' in each)) continue;
      expect(isNodeFault(each)).toBe(each.fault === 'freeze');
      expect(describeDecision(each)).not.toContain('undefined');
    }
  }
});
