/**
 * The networks that come with ros2_def, with real nodes: the order is the same, however the nodes
 * are started and publish.
 */
import { expect, it } from 'vitest';
import { Client, Publisher, Service, Subscription, Timer } from '../graph/index.js';
import type { NodeModel } from './actions/index.js';
import { callback, model, Ordered, types, uint64 } from './ordered.test_support.js';

const TOPICS = [0, 1, 2, 3, 4].map((n) => `/t${n}`);

it('testbed: topics that a timer sends in any order arrive in the order of the configuration', async () => {
  const ordered = new Ordered([
    model('publisher', callback(500, TOPICS)),
    model('subscriber', ...TOPICS.map((topic) => callback(topic))),
  ]);
  const publisher = ordered.node('publisher');
  const publishers = TOPICS.map((topic) => new Publisher(publisher, topic, uint64));
  let round = 0n;
  new Timer(publisher, 500, () => {
    round++;
    for (let i = 0; i < 5; i++) publishers[(i * 3 + Number(round)) % 5]!.publish({ data: round });
  });
  const subscriber = ordered.node('subscriber');
  for (const topic of TOPICS) {
    new Subscription(subscriber, topic, uint64, ({ data }) => ordered.got.push(`${topic} ${data}`));
  }
  await ordered.drain(1600);
  expect(ordered.got).toEqual([1, 2, 3].flatMap((n) => TOPICS.map((topic) => `${topic} ${n}`)));
});

it('double_timer: messages of two timers of one node are distinguished', async () => {
  const ordered = new Ordered([
    model('timers', callback(100, ['/a']), callback(300, ['/b'])),
    model('t', callback('/a'), callback('/b')),
  ]);
  const timers = ordered.node('timers');
  for (const [period, topic] of [[100, '/a'] as const, [300, '/b'] as const]) {
    const publisher = new Publisher(timers, topic, uint64);
    new Timer(timers, period, () => publisher.publish({ data: BigInt(period) }));
  }
  const t = ordered.relay('t', '/a', [], 0n, true);
  new Subscription(t, '/b', uint64, () => ordered.got.push('/b'));
  await ordered.drain(350);
  expect([...ordered.got].sort()).toEqual(['/a 100', '/a 100', '/a 100', '/b']);
  expect(ordered.errors).toEqual([]);
});

it('time_sync: a filter sends when a set is complete, which nothing needs to predict', async () => {
  const filter = { topics: ['/info', '/image'], slop: 100, queueSize: 4 };
  const part = (topic: string) => ({
    ...callback(topic, ['/pair']),
    trigger: { kind: 'topic', topic, filter } as const,
  });
  const ordered = new Ordered([
    model('sync', part('/info'), part('/image')),
    model('t', callback('/pair')),
  ]);
  const sync = ordered.node('sync');
  const pair = new Publisher(sync, '/pair', uint64);
  const infos = new Set<bigint>();
  new Subscription(sync, '/info', uint64, ({ data }) => infos.add(data as bigint));
  new Subscription(sync, '/image', uint64, ({ data }) => {
    if (infos.delete(data as bigint)) pair.publish({ data: data as bigint });
  });
  ordered.relay('t', '/pair', [], 0n, true);
  const source = ordered.node('source');
  const [info, image] = filter.topics.map((topic) => new Publisher(source, topic, uint64));
  for (let n = 0n; n < 20n; n++) {
    info!.publish({ data: n });
    if (n % 10n === 0n) image!.publish({ data: n });
  }
  await ordered.drain();
  expect(ordered.got).toEqual(['/pair 0', '/pair 10']);
});

const SENSORS = ['lidar', 'radar', 'camera'] as const;

const TRACKING: readonly NodeModel[] = [
  ...SENSORS.map((name) => model(`detector_${name}`, callback(`/${name}`, [`/found_${name}`]))),
  model('gridmap', callback('/radar', ['/grid'])),
  model(
    'tracking',
    callback('/found_lidar', ['/tracks']),
    callback('/found_radar'),
    callback('/found_camera'),
  ),
  model('plausibility', callback('/tracks'), callback('/grid')),
  { ...model('planning', { ...callback(300), serviceCalls: ['/egomotion'] }) },
  { ...model('provider', callback('/camera')), services: ['/egomotion'] },
];

/** Starts the nodes in a rotated order; returns what two of them received. */
async function track(first: number, models: readonly NodeModel[]): Promise<readonly string[]> {
  const ordered = new Ordered(models);
  const start: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(
      SENSORS.map((name) => [
        `detector_${name}`,
        () => ordered.relay(`detector_${name}`, `/${name}`, [`/found_${name}`]),
      ]),
    ),
    gridmap: () => ordered.relay('gridmap', '/radar', ['/grid']),
    tracking: () => {
      const node = ordered.relay('tracking', '/found_lidar', ['/tracks'], 0n, true);
      for (const topic of ['/found_radar', '/found_camera']) {
        new Subscription(node, topic, uint64, ({ data }) => ordered.got.push(`${topic} ${data}`));
      }
    },
    plausibility: () => {
      const node = ordered.relay('plausibility', '/tracks', [], 0n, true);
      new Subscription(node, '/grid', uint64, ({ data }) => ordered.got.push(`/grid ${data}`));
    },
    planning: () => {
      const node = ordered.node('planning');
      const client = new Client(node, '/egomotion', types.service('std_srvs/srv/Trigger'));
      new Timer(node, 300, () => client.send({}, () => ordered.got.push('planned')));
    },
    provider: () => {
      const node = ordered.relay('provider', '/camera', []);
      const type = types.service('std_srvs/srv/Trigger');
      new Service(node, '/egomotion', type, (_, respond) => {
        respond(type.response.normalize({ success: true }));
      });
    },
  };
  const names = Object.keys(start);
  for (let i = 0; i < names.length; i++) start[names[(first + i) % names.length]!]!();
  const source = ordered.node('source');
  const publishers = SENSORS.map((name) => new Publisher(source, `/${name}`, uint64));
  let count = 0n;
  new Timer(source, 1000, () => {
    for (const each of publishers) each.publish({ data: count });
    count++;
  });
  await ordered.drain(3500);
  expect(ordered.errors).toEqual([]);
  return ordered.got;
}

it('tracking: the order does not depend on which node was started first', async () => {
  const runs = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((first) => track(first, TRACKING)));
  const [one] = runs;
  expect(one!.filter((what) => what === 'planned')).toHaveLength(11);
  expect(one!.filter((what) => what.startsWith('/found_lidar'))).toHaveLength(3);
  const sensed = (got: readonly string[]) => got.filter((what) => what !== 'planned');
  for (const each of runs) expect(sensed(each)).toEqual(sensed(one!));
  const free = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((first) => track(first, [])));
  expect(new Set(free.map((each) => sensed(each).join())).size).toBeGreaterThan(1);
});
