/**
 * What a run may do with time: late timers, late discovery, slow requests; each is found and repeated, or reported as
 * stale.
 */
import { describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Client, Graph, Publisher, Service, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { applyExploration } from './apply_exploration.js';
import {
  type Decision,
  isDeliveryDecision,
  isDiscoveryDecision,
  isTimerDecision,
  timeOf,
  withTime,
} from './decision.js';
import type { Exploration, ScheduleReport, Strategy } from './exploration.js';
import { parseSchedule, scheduleText } from './schedule_file.js';
import { anchorOf, staleSchedule } from './stale_schedule.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const empty = types.message('std_msgs/msg/Empty');
const trigger = types.service('std_srvs/srv/Trigger');

interface Ran {
  /** What happened when, in ms. */
  readonly events: readonly string[];
  readonly report: ScheduleReport;
}

/** A timer of 10 ms publishes to two subscriptions of one node, and calls a service of another. */
function run(options: Partial<Exploration> & { readonly strategy: Strategy }): Ran {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = applyExploration(graph, { delays: [], losses: [], ...options });
  const executor = new EventsExecutor(kernel);
  const [driver, sink, server] = ['driver', 'sink', 'server'].map((name) => {
    const node = graph.createNode({ name });
    node.attach(executor);
    return node;
  });
  const events: string[] = [];
  const note = (what: string) => events.push(`${what} ${kernel.now / 1e6}`);
  const publisher = new Publisher(driver!, '/tick', empty);
  for (const name of ['first', 'second']) {
    new Subscription(sink!, '/tick', empty, () => note(name));
  }
  new Service(server!, '/ask', trigger, (_request, respond) => {
    note('asked');
    respond({});
  });
  const client = new Client(driver!, '/ask', trigger);
  new Timer(driver!, 10e6, () => {
    note('timer');
    publisher.publish({});
    if (client.available) client.send({}, () => note('answered'));
  });
  kernel.turn(Number.POSITIVE_INFINITY, { until: 35e6 });
  return { events, report: schedule.report() };
}

const replay = (decisions: readonly Decision[]): Strategy => ({ kind: 'replay', decisions });
const of = ({ events }: Ran, what: string) =>
  events.filter((each) => each.startsWith(`${what} `)).map((each) => Number(each.split(' ')[1]));

const CHOICES: Record<string, Partial<Exploration>> = {
  'late timers': { timers: 3e6 },
  'late discovery': { discovery: 25e6 },
  'slow requests': { delays: [{ topic: '/ask', min: 0, max: 4e6 }] },
  'slow messages': { delays: [{ topic: '/tick', min: 1e6, max: 4e6 }] },
};

describe.each(Object.entries(CHOICES))('%s', (_name, options) => {
  it('are drawn at random, and a file of them repeats the run', () => {
    for (let seed = 0; seed < 10; seed++) {
      const found = run({ ...options, strategy: { kind: 'random', seed: `${seed}` } });
      const { decisions } = found.report;
      const file = parseSchedule(
        scheduleText({ delays: [], losses: [], ...options, decisions }),
        'x',
      );
      const again = run({ ...options, strategy: replay(file.decisions) });
      expect(again.events).toEqual(found.events);
      expect(again.report.missed).toEqual([]);
    }
  });

  it('are rare if each is drawn with a small probability', () => {
    const strategy = { kind: 'random', seed: '1', rate: 0.2, most: 1 } as const;
    expect(run({ ...options, strategy }).report.decisions.length).toBeLessThanOrEqual(1);
  });

  it('are offered one by one, at their longest', () => {
    const { report } = run({ ...options, strategy: replay([]), alternatives: 100 });
    const times = report.alternatives.map(({ decision }) => decision);
    const mine = times.filter((each) => timeOf(each) !== undefined);
    expect(mine.length).toBeGreaterThan(0);
    for (const decision of mine) {
      const again = run({ ...options, strategy: replay([decision]) }).report;
      expect(again.missed).toEqual([]);
      expect(again.decisions).toEqual([decision]);
      expect(timeOf(withTime(decision, 7))).toBe(7);
    }
  });
});

describe('a decision', () => {
  const timer = { timer: 'timer 10 ms of /driver', at: 10e6 };

  it('delays one call of a timer, or all of them', () => {
    expect(of(run({ strategy: replay([]) }), 'timer')).toEqual([10, 20, 30]);
    const once = run({ timers: 3e6, strategy: replay([{ ...timer, call: 1, late: 2e6 }]) });
    expect(of(once, 'timer')).toEqual([12, 20, 30]);
    const always = run({ timers: 3e6, strategy: replay([{ ...timer, call: 0, late: 2e6 }]) });
    expect(of(always, 'timer')).toEqual([12, 22, 32]);
    expect(always.report.decisions.every(isTimerDecision)).toBe(true);
  });

  it('lets a subscription miss what was published before it was found', () => {
    const way = { found: '/tick', from: '/driver', to: '/sink #2', after: 15e6 };
    const ran = run({ discovery: 20e6, strategy: replay([way]) });
    expect(of(ran, 'first')).toEqual([10, 20, 30]);
    expect(of(ran, 'second')).toEqual([20, 30]);
    expect(ran.report.decisions.every(isDiscoveryDecision)).toBe(true);
  });

  it('lets a client wait until it has found its server', () => {
    const way = { found: '/ask', from: '/driver', to: '/server', after: 15e6 };
    expect(of(run({ discovery: 20e6, strategy: replay([way]) }), 'asked')).toEqual([20, 30]);
  });

  it('delays a request or its response', () => {
    const delays = [{ topic: '/ask', min: 0, max: 4e6 }];
    const [driver, server] = ['/driver', '/server'];
    const there = { topic: '/ask', from: driver, to: server, message: 1, delay: 3e6 };
    const back = { ...there, from: server, to: driver, message: 2 };
    const decisions = [
      { ...there, call: 'request' as const },
      { ...back, call: 'response' as const },
    ];
    const ran = run({ delays, strategy: replay(decisions) });
    expect(of(ran, 'asked')).toEqual([13, 20, 30]);
    expect(of(ran, 'answered')).toEqual([13, 23, 30]);
    expect(ran.report.decisions.every(isDeliveryDecision)).toBe(true);
  });
});

describe('a saved schedule in a system that has changed', () => {
  const crash = { fault: 'freeze', node: '/sink', callback: 1, time: 1e6 } as const;
  const faults = [{ fault: 'freeze', on: '/sink', time: 1e6 } as const];
  const saved = (decision: Decision): Strategy =>
    ({ ...replay([decision]), saved: true }) as Strategy;

  it('takes a fault only at its own moment, and names the one place that it can mean', () => {
    const right = run({ faults, strategy: saved({ ...crash, at: 10e6 }) }).report;
    expect(right.missed).toEqual([]);
    const moved = run({ faults, strategy: saved({ ...crash, at: 11e6 }) }).report;
    expect(moved.decisions).toEqual([]);
    expect(moved.missed).toHaveLength(1);
    expect(anchorOf(moved.missed[0]!)).toMatchObject({ node: '/sink', callback: 1, at: 10e6 });
    expect(staleSchedule('s.json', moved.missed).message).toContain('it would be "/sink');
  });

  it.each([
    ['a publication', { found: '/tick', from: '/driver', to: '/sink' }],
    ['a request', { found: '/ask', from: '/driver', to: '/server' }],
  ])('uses a later discovery only if %s comes before it', (_what, way) => {
    const ran = (after: number) =>
      run({ discovery: 20e6, strategy: saved({ ...way, after }) }).report;
    const late = ran(15e6);
    expect(late).toMatchObject({ decisions: [{ ...way, after: 15e6 }], missed: [] });
    const { missed } = ran(5e6);
    expect(missed).toEqual([{ decision: { ...way, after: 5e6 }, near: [], isIdle: true }]);
    expect(staleSchedule('s.json', missed).message).toContain('it changes nothing, because');
  });

  it('says that nothing resembles it, or that several places do', () => {
    const decision = { at: 10e6, run: '/gone', before: '/tick → /sink', nth: 1 };
    const near = [1, 2].map((nth) => ({ ...decision, before: 'another', nth }));
    const text = staleSchedule('s.json', [
      { decision, near: [] },
      { decision, near },
    ]).message;
    expect(text).toContain('2 of its decisions did not come to pass');
    expect(text).toContain('there is no such choice any more');
    expect(text).toContain('it could be any of 2 now');
    const own = { ...decision, nth: 2 };
    expect(anchorOf({ decision, near: [own, ...near] })).toBe(own);
  });
});
