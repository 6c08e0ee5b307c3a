import { expect, it } from 'vitest';
import { Client, Service } from '../graph/index.js';
import { MS, Scenario, types } from './models.test_support.js';
import { reportDeadlockAtEnd } from './report_deadlock_at_end.js';
import { UserTimer } from './user_timer.js';

it('a callback occupies its thread; its outputs leave at its end, after a part of its time, or at given times', async () => {
  const run = async (outputs: string) => {
    const scenario = new Scenario(
      `execution_times: [{node: /filter, callback: /in, time: 80ms, outputs: ${outputs}}]`,
    );
    const filter = scenario.node('filter');
    const out = scenario.publisher(filter, '/out');
    scenario.subscription(filter, '/in', (data) => {
      scenario.note(`in ${data}`);
      out.publish({ data });
      out.publish({ data: data + 100n });
    });
    const sink = scenario.node('sink');
    scenario.subscription(sink, '/out', (data) => scenario.note(`out ${data}`));
    scenario.attach(filter, sink);
    scenario.source('source', '/in', 50);
    await scenario.runFor(240);
    return scenario.log.join(' ');
  };
  expect(await run('1')).toBe(
    'in 1@50 out 1@130 out 101@130 in 2@130 out 2@210 out 102@210 in 3@210',
  );
  expect(await run('0.5')).toBe(
    'in 1@50 out 1@90 out 101@90 in 2@130 out 2@170 out 102@170 in 3@210',
  );
  expect(await run('[10ms]')).toBe(
    'in 1@50 out 1@60 out 101@130 in 2@130 out 2@140 out 102@210 in 3@210 out 3@220',
  );
});

it('shows the start to a callback, and with clock_advances the end from the second reading on', async () => {
  const read = async (advances: boolean) => {
    const scenario = new Scenario(
      `clock_advances: ${advances}\nexecution_times: [{time: 20ms, callback: "timer*"}]`,
    );
    const node = scenario.node('node');
    const { graph } = scenario.simulation;
    const times: bigint[] = [];
    scenario.timer(node, 100, () => times.push(graph.time, graph.time, graph.time));
    scenario.attach(node);
    await scenario.runFor(100);
    return times.map((time) => Number(time) / MS);
  };
  expect(await read(false)).toEqual([100, 100, 100]);
  expect(await read(true)).toEqual([100, 120, 120]);
});

it('reports ready, start, end, thread, lost inputs and outputs of every callback', async () => {
  const scenario = new Scenario(`
executors: [{name: pool, policy: multi, threads: 2, nodes: [/filter]}]
callback_groups: [{node: /filter, name: free, type: reentrant, callbacks: [/in]}]
execution_times: [{node: /filter, callback: /in, time: 25ms}]`);
  const filter = scenario.node('filter');
  const out = scenario.publisher(filter, '/out');
  const qos = { ...out.qos, depth: 1 };
  scenario.subscription(filter, '/in', (data) => out.publish({ data }), qos);
  scenario.attach(filter);
  scenario.source('source', '/in', 10);
  await scenario.runFor(90);
  const rows = scenario.timings.map(
    ({ ready, start, end, thread, overwritten, outputs, executor }) =>
      [ready / MS, start / MS, end / MS, thread, overwritten, outputs, executor].join(' '),
  );
  expect(rows).toEqual([
    '10 10 35 0 0 1 pool',
    '20 20 45 1 0 1 pool',
    '30 35 60 0 0 1 pool',
    '40 45 70 1 0 1 pool',
    '50 60 85 0 0 1 pool',
  ]);
});

it('divides execution times by the speed of the machine, and draws the same for the same seed', async () => {
  const ends = async (seed: number, speed: number) => {
    const scenario = new Scenario(
      `machines: {m: {nodes: [/a], cpu_speed: ${speed}}}
execution_times: [{node: /a, time: {normal: {mean: 4ms, deviation: 1ms}}}]`,
      { seed },
    );
    const node = scenario.node('a');
    scenario.timer(node, 10, () => {});
    scenario.attach(node);
    await scenario.runFor(1000);
    return scenario.timings.map(({ start, end }) => end - start);
  };
  const once = await ends(1, 1);
  expect(await ends(1, 1)).toEqual(once);
  expect(await ends(2, 1)).not.toEqual(once);
  const slow = await ends(1, 0.5);
  slow.forEach((time, index) => {
    expect(time).toBe(once[index]! * 2);
  });
});

/** A timer whose callback calls a service and waits for the response. */
function callingNode(scenario: Scenario, name: string, service: string): Client {
  const node = scenario.node(name);
  const client = new Client(node, service, types.service('std_srvs/srv/Trigger'));
  scenario.timer(node, 10, () => {
    scenario.note(`${name} calls`);
    return new Promise<void>((resolve) => {
      client.send({}, () => {
        scenario.note(`${name} got it`);
        resolve();
      });
    });
  });
  return client;
}

function serve(scenario: Scenario, name: string, service: string): void {
  const node = scenario.node(name);
  new Service(node, service, types.service('std_srvs/srv/Trigger'), (_request, respond) =>
    respond({ success: true, message: '' }),
  );
  scenario.attach(node);
}

it('reports a call that waits for a response which only its own group could handle', async () => {
  const policy = 'policy: multi, threads: 2, blocking_calls: true';
  const stuck = new Scenario(`executors: [{name: e, ${policy}, nodes: [/caller]}]`);
  const caller = callingNode(stuck, 'caller', '/s');
  serve(stuck, 'server', '/s');
  stuck.attach(caller.node);
  await expect(stuck.runFor(2000)).rejects.toMatchObject({
    code: 'ORR_CALL_DEADLOCK',
    message: expect.stringMatching(
      /timer [\d.]+ ms of \/caller \(group default\) waits for the response of \/s/,
    ),
  });

  const fine = new Scenario(`
executors: [{name: e, ${policy}, nodes: [/caller]}]
callback_groups: [{node: /caller, name: calls, type: mutually_exclusive, callbacks: [/s]}]`);
  const other = callingNode(fine, 'caller', '/s');
  serve(fine, 'server', '/s');
  fine.attach(other.node);
  await fine.runFor(10);
  expect(fine.log).toEqual(['caller calls@10', 'caller got it@10']);
});

function saidAtEnd({ simulation }: Scenario): string[] {
  const said: string[] = [];
  reportDeadlockAtEnd(simulation, {
    report: ({ code, message }) => said.push(`${code}: ${message}`),
    warn: (text) => said.push(`warning: ${text}`),
  });
  return said;
}

it('does not take a call with a timeout for one that never returns', async () => {
  const policy = 'policy: single, blocking_calls: true';
  const scenario = new Scenario(`executors: [{name: e, ${policy}, nodes: [/caller]}]`);
  const node = scenario.node('caller');
  const client = new Client(node, '/s', types.service('std_srvs/srv/Trigger'));
  serve(scenario, 'server', '/s');
  const { graph } = scenario.simulation;
  scenario.timer(node, 10, () => {
    scenario.note('calls');
    return new Promise<void>((resolve) => {
      client.send({}, () => resolve());
      graph.kernel.delays.push(graph.kernel.now + 5000 * MS, new UserTimer(graph, resolve));
    });
  });
  scenario.attach(node);
  await scenario.runFor(3000);
  expect(saidAtEnd(scenario)).toEqual([
    expect.stringMatching(/^warning: .* when the run ends, unless a setTimeout lets one continue/),
  ]);
  await scenario.runFor(5500);
  expect(scenario.log).toEqual(['calls@10', 'calls@5010']);
});

it.each([
  [
    'single',
    /Put the client \/s of \/caller into a callback group of its own on an executor with another thread/,
  ],
  [
    'multi, threads: 2',
    /Put the client \/s of \/caller into a callback group of its own, or do not wait/,
  ],
])('reports a deadlock that is younger than 1 s when the run ends (%s)', async (policy, remedy) => {
  const young = new Scenario(
    `executors: [{name: e, policy: ${policy}, blocking_calls: true, nodes: [/caller]}]`,
  );
  const caller = callingNode(young, 'caller', '/s');
  serve(young, 'server', '/s');
  young.attach(caller.node);
  await young.runFor(500);
  expect(saidAtEnd(young)).toEqual([expect.stringMatching(remedy)]);
});

it('reports two services that wait for each other', async () => {
  const scenario = new Scenario('default_executor: {policy: single, blocking_calls: true}');
  const trigger = types.service('std_srvs/srv/Trigger');
  for (const [own, other] of [
    ['/a', '/b'],
    ['/b', '/a'],
  ] as const) {
    const node = scenario.node(`node_${own.slice(1)}`);
    const client = new Client(node, other, trigger);
    new Service(node, own, trigger, (_request, respond) => {
      respond({ success: true, message: '' });
      return new Promise<void>((resolve) => client.send({}, () => resolve()));
    });
    scenario.attach(node);
  }
  const first = callingNode(scenario, 'first', '/a');
  scenario.attach(first.node);
  await expect(scenario.runFor(2000)).rejects.toMatchObject({ code: 'ORR_CALL_DEADLOCK' });
});
