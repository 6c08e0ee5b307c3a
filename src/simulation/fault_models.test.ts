import { expect, it } from 'vitest';
import { Client, Service } from '../graph/index.js';
import { MS, Scenario, types } from './models.test_support.js';

/** What a sink receives from a source that publishes every 10 ms, with the given faults. */
async function received(faults: string, milliseconds = 1000, seed = 1): Promise<Scenario> {
  const scenario = new Scenario(`faults: [${faults}]`, { seed });
  const sink = scenario.node('sink');
  scenario.subscription(sink, '/x', (data) => scenario.note(`${data}`));
  scenario.attach(sink);
  scenario.source('source', '/x', 10);
  await scenario.runFor(milliseconds);
  return scenario;
}

it('loses messages independently, in its interval only, and reports each', async () => {
  const { log, faults } = await received(
    '{fault: loss, topic: /x, probability: 0.3, at: 1s, until: 9s}',
    10_000,
  );
  expect(log.length + faults.length).toBe(1000);
  expect(Math.abs(faults.length - 240)).toBeLessThan(40);
  expect(faults.every(({ time }) => time >= 1000 * MS && time < 9000 * MS)).toBe(true);
  expect(faults[0]).toMatchObject({
    fault: 'loss',
    target: '/x: /source → /sink subscription',
  });
  const again = await received(
    '{fault: loss, topic: /x, probability: 0.3, at: 1s, until: 9s}',
    10_000,
  );
  expect(again.log).toEqual(log);
});

it('loses in bursts, like the channel of Gilbert and Elliott', async () => {
  const { faults } = await received(
    '{fault: loss, topic: /x, burst: {enter: 0.02, leave: 0.2}}',
    50_000,
  );
  const times = faults.map(({ time }) => time / MS);
  const bursts = times.filter((time, i) => i === 0 || time - times[i - 1]! > 10).length;
  // 1/11 of the time is bad, in stretches of 5 messages on average
  expect(Math.abs(times.length - 5000 / 11)).toBeLessThan(130);
  expect(Math.abs(times.length / bursts - 5)).toBeLessThan(1.3);
});

it('duplicates, with a delay of its own', async () => {
  const { log } = await received('{fault: duplicate, probability: 1, delay: 3ms}', 20);
  expect(log).toEqual(['1@10', '1@13', '2@20']);
});

it('lets some messages be overtaken', async () => {
  const { log } = await received('{fault: reorder, probability: 0.2, delay: 25ms}', 2000);
  const numbers = log.map((text) => Number.parseInt(text, 10));
  const sorted = [...numbers].sort((a, b) => a - b);
  expect(numbers).not.toEqual(sorted);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThanOrEqual(197);
});

it('corrupts a field or bits', async () => {
  const field = await received('{fault: corrupt, probability: 1, field: data, value: 77}', 20);
  expect(field.log).toEqual(['77@10', '77@20']);
  const bits = await received('{fault: corrupt, probability: 1, bits: 1}', 1000);
  for (const [index, text] of bits.log.entries()) {
    const difference = BigInt(text.split('@')[0]!) ^ BigInt(index + 1);
    expect(difference !== 0n && (difference & (difference - 1n)) === 0n).toBe(true);
  }
  await expect(
    received('{fault: corrupt, probability: 1, field: datum, value: 1}'),
  ).rejects.toMatchObject({ code: 'ORR_FAULT_FIELD' });
});

it('cuts a set of nodes off for a while', async () => {
  const { log, faults } = await received(
    '{fault: partition, nodes: [/source, /elsewhere], at: 20ms, until: 50ms}',
    70,
  );
  expect(log).toEqual(['1@10', '5@50', '6@60', '7@70']);
  expect(faults.map(({ fault }) => fault)).toEqual(new Array(3).fill('partition'));
});

it('freezes a node: messages queue, timers keep their grid, a running callback ends later', async () => {
  const scenario = new Scenario(`
execution_times: [{node: /filter, callback: /x, time: 8ms}]
faults: [{fault: freeze, node: /filter, at: 14ms, until: 45ms}]`);
  const filter = scenario.node('filter');
  const out = scenario.publisher(filter, '/out');
  scenario.subscription(filter, '/x', (data) => {
    scenario.note(`x${data}`);
    out.publish({ data });
  });
  scenario.timer(filter, 20, () => scenario.note('timer'));
  const sink = scenario.node('sink');
  scenario.subscription(sink, '/out', (data) => scenario.note(`out${data}`));
  scenario.attach(filter, sink);
  scenario.source('source', '/x', 10);
  await scenario.runFor(75);
  expect(scenario.log.join(' ')).toBe(
    'x1@10 out1@49 x2@49 out2@57 x3@57 out3@65 x4@65 out4@73 timer@73 x5@73',
  );
  expect(scenario.faults.map(({ fault, time }) => `${fault}@${time / MS}`)).toEqual([
    'freeze@14',
    'thaw@45',
  ]);
});

it('freezes a node of the shared executor too', async () => {
  const { log } = await received('{fault: freeze, node: /sink, at: 15ms, until: 45ms}', 60);
  expect(log).toEqual(['1@10', '2@45', '3@45', '4@45', '5@50', '6@60']);
});

it('crashes a node and starts it again without its state', async () => {
  let restarted = (_name: string) => {};
  const scenario = new Scenario(
    'faults: [{fault: crash, node: /counter, at: 25ms, restart_after: 20ms}]',
    {},
    { restart: (name) => restarted(name) },
  );
  const start = () => {
    const node = scenario.node('counter');
    let count = 0;
    scenario.subscription(node, '/x', (data) => scenario.note(`${data}:${++count}`));
    scenario.attach(node);
  };
  restarted = (name) => {
    expect(name).toBe('/counter');
    start();
  };
  start();
  scenario.source('source', '/x', 10);
  await scenario.runFor(60);
  expect(scenario.log).toEqual(['1:1@10', '2:2@20', '5:1@50', '6:2@60']);
  expect(
    () => new Scenario('faults: [{fault: crash, node: /a, at: 1s, restart_after: 1s}]'),
  ).toThrow(/ORR_RESTART|cannot make nodes again/);
});

it('never sends what a callback had not sent when its node crashed', async () => {
  const scenario = new Scenario(`
execution_times: [{node: /filter, time: 20ms}]
faults: [{fault: crash, node: /filter, at: 25ms}]`);
  const filter = scenario.node('filter');
  const out = scenario.publisher(filter, '/out');
  scenario.subscription(filter, '/x', (data) => out.publish({ data }));
  const sink = scenario.node('sink');
  scenario.subscription(sink, '/out', (data) => scenario.note(`${data}`));
  scenario.attach(filter, sink);
  scenario.source('source', '/x', 10);
  await scenario.runFor(100);
  expect(scenario.log).toEqual([]);
});

it('shifts and drifts the clock of a node, and its timers with it', async () => {
  const scenario = new Scenario(`
faults:
  - {fault: clock, node: /fast, drift_ppm: 100000}
  - {fault: clock, node: /ahead, offset: 3ms, at: 30ms}`);
  const { graph } = scenario.simulation;
  const read: string[] = [];
  for (const name of ['fast', 'ahead']) {
    const node = scenario.node(name);
    scenario.timer(node, 22, () => read.push(`${name} ${Number(graph.time) / MS}@${scenario.now}`));
    scenario.attach(node);
  }
  await scenario.runFor(50);
  expect(read).toEqual(['fast 22@20', 'ahead 22@22', 'fast 44@40', 'ahead 47@44']);
});

it('slows a subscriber down until its queue overflows', async () => {
  const scenario = new Scenario(
    'faults: [{fault: slow, node: /sink, callback: /x, extra: 35ms, at: 20ms}]',
  );
  const sink = scenario.node('sink');
  const publisher = scenario.source('source', '/x', 10);
  scenario.subscription(sink, '/x', (data) => scenario.note(`${data}`), {
    ...publisher.qos,
    depth: 1,
  });
  scenario.attach(sink);
  await scenario.runFor(100);
  expect(scenario.log).toEqual(['1@10', '2@20', '5@55', '8@90']);
  expect(scenario.timings.map(({ overwritten }) => overwritten)).toEqual([0, 0, 2]);
});

it('silences a service', async () => {
  const scenario = new Scenario('faults: [{fault: service_timeout, service: /s, until: 15ms}]');
  const trigger = types.service('std_srvs/srv/Trigger');
  const node = scenario.node('server');
  new Service(node, '/s', trigger, (_request, respond) => respond({ success: true, message: '' }));
  const caller = scenario.node('caller');
  const client = new Client(caller, '/s', trigger);
  scenario.timer(caller, 10, () => client.send({}, () => scenario.note('response')));
  scenario.attach(node, caller);
  await scenario.runFor(30);
  expect(scenario.log).toEqual(['response@20', 'response@30']);
});

it('loses what is published before discovery, and knows servers only after it', async () => {
  const scenario = new Scenario('discovery: {rules: [{node: /late, time: 25ms}]}');
  const trigger = types.service('std_srvs/srv/Trigger');
  scenario.source('source', '/x', 10);
  const late = scenario.node('late');
  scenario.subscription(late, '/x', (data) => scenario.note(`${data}`));
  const server = scenario.node('server');
  new Service(server, '/s', trigger, (_request, respond) =>
    respond({ success: true, message: '' }),
  );
  const client = new Client(late, '/s', trigger);
  scenario.timer(late, 20, () => {
    scenario.note(`available ${client.available}`);
    client.send({}, () => scenario.note('response'));
  });
  scenario.attach(late, server);
  await scenario.runFor(40);
  expect(scenario.log).toEqual([
    'available false@20',
    '3@30',
    'available true@40',
    'response@40',
    '4@40',
  ]);
});

it('refuses models that come too late', async () => {
  const { applyModels } = await import('./apply_models.js');
  const scenario = await received('', 10);
  expect(() => applyModels(scenario.simulation, {})).toThrow(
    expect.objectContaining({ code: 'ORR_MODELS_LATE' }),
  );
});
