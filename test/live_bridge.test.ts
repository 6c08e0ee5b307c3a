/** Two networks joined by `orrery bridge`, on the loopback. */
import { afterAll, afterEach, expect, it } from 'vitest';
import { DEFAULT_QOS, type LiveParticipant, type Qos } from '../src/dds/index.js';
import type { Bridge } from '../src/tools/index.js';
import { nextDomain, until } from './dds_exchange.js';
import { LiveProcess } from './live_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const settings = (domain: number) => ({ domain, multicast: false, peers: ['127.0.0.1'] });
/** Keeps messages, so that it does not matter who starts first. */
const KEPT: Qos = { ...DEFAULT_QOS, durability: 'transient_local' };

/** A participant and a bridge of the built package, because threads cannot be started from TypeScript. */
async function join(domain: number): Promise<LiveParticipant> {
  const { LiveParticipant: Live } = (await import('../dist/dds/index.js' as string)) as {
    LiveParticipant: typeof LiveParticipant;
  };
  const participant = await Live.open({ ...settings(domain), ignoreOwn: true });
  open.push(participant);
  return participant;
}

async function bridge(from: number, to: number, lines: string[] = []): Promise<Bridge> {
  const { Bridge: Built } = (await import('../dist/tools/index.js' as string)) as {
    Bridge: typeof Bridge;
  };
  const made = await Built.open({
    ...{ from: settings(from), to: settings(to) },
    topics: [{ name: '/chatter' }, { name: '/scan', as: '/robot/scan' }, { name: '/map*' }],
    services: [{ name: '/add' }],
    onChange: (text) => lines.push(text),
  });
  open.push(made);
  return made;
}

const SUM_SERVER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('summer');
  const Fibonacci = rclnodejs.require('test_msgs/action/Fibonacci');
  new rclnodejs.ActionServer(node, 'test_msgs/action/Fibonacci', '/sum', async (goal) => {
    const feedback = new Fibonacci.Feedback();
    feedback.sequence = [0, 1];
    goal.publishFeedback(feedback);
    goal.succeed();
    const result = new Fibonacci.Result();
    result.sequence = [0, 1, 1];
    return result;
  });
  node.spin();
});`;

const endpoint = (name: string) => ({
  ...{ topic: `rt${name}`, type: 'std_msgs::msg::dds_::UInt32_', qos: KEPT },
});
const number = (n: number) => Uint8Array.of(0, 1, 0, 0, n, 0, 0, 0);

/** What arrives on a topic. */
function hear(participant: LiveParticipant, name: string): number[] {
  const heard: number[] = [];
  participant.createReader(endpoint(name), {
    onSample: ({ payload }) => heard.push(payload[4]!),
  });
  return heard;
}

function publish(participant: LiveParticipant, name: string): (...values: number[]) => void {
  const writer = participant.createWriter(endpoint(name));
  return (...values) => {
    for (const value of values) participant.write(writer, number(value));
  };
}

it('topics pass both ways, under another name, once and in order; other topics do not pass', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const lines: string[] = [];
  const [a, b] = [await join(here), await join(there)];
  const made = await bridge(here, there, lines);
  const [atB, atA] = [hear(b, '/chatter'), hear(a, '/chatter')];
  const renamed = hear(b, '/robot/scan');
  const secret = hear(b, '/secret');
  a.write(a.createWriter(endpoint('/secret')), number(9));
  const say = publish(a, '/chatter');
  say(1, 2, 3);
  publish(b, '/chatter')(4, 5);
  publish(a, '/scan')(6);
  await until(() => atB.length >= 3 && atA.length >= 2 && renamed.length >= 1);
  // Anything else that is received would be an echo.
  say(7);
  await until(() => atB.length >= 4);
  expect([atB, atA, renamed, secret]).toEqual([[1, 2, 3, 7], [4, 5], [6], []]);
  expect(lines.some((line) => line.startsWith('/scan [std_msgs/msg/UInt32]'))).toBe(true);
  expect([...made.passed.values()].reduce((sum, count) => sum + count)).toBe(7);
});

it('messages kept for late joiners are kept on the other side, too', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const [a, b] = [await join(here), await join(there)];
  publish(a, '/map_1')(3);
  const made = await bridge(here, there);
  await until(() => [...made.passed.values()].includes(1));
  const late = hear(b, '/map_1');
  await until(() => late.length === 1);
  expect(late).toEqual([3]);
});

it('services can be called from the other side', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const [a, b] = [await join(here), await join(there)];
  await bridge(here, there);
  const service = { name: '/add', type: 'std_srvs/srv/Add', qos: DEFAULT_QOS };
  const server = a.createServer(service, (payload, request) =>
    a.respond(server, request, number(payload[4]! + 1)),
  );
  const client = b.createClient(service);
  const answers: number[] = [];
  for (const value of [1, 2]) {
    b.call(client, number(value), (payload) => answers.push(payload[4]!));
  }
  await until(() => answers.length === 2);
  expect(answers).toEqual([2, 3]);
});

it.each([
  ['of the first network', 'from'],
  ['of the second network', 'to'],
])(
  'an action server %s is used from the other side, with feedback and result',
  async (_, place) => {
    const [here, there] = [nextDomain(), nextDomain()];
    const [name, as] = place === 'from' ? ['/sum', '/robot/sum'] : ['/robot/sum', '/sum'];
    const start = (...args: string[]) => {
      const started = new LiveProcess(sandbox.folder, ['orrery', ...args]);
      open.push({ close: async () => started.kill() });
      return started;
    };
    const [own, other] = place === 'from' ? [here, there] : [there, here];
    sandbox.write('sum.cjs', SUM_SERVER);
    start('run', 'sum.cjs', '--live', '--domain', String(own), '--record', `sum-${place}`);
    const between = ['--from', String(here), '--to', String(there)];
    const joined = start('bridge', ...between, '--action', `${name}:=${as}`);
    await joined.printed('/sum/_action/status [');
    const domain = ['--domain', String(other), '--spin-time', '3s'];
    const type = 'test_msgs/action/Fibonacci';
    const goal = start('action', 'send_goal', '-f', '/robot/sum', type, '{order: 3}', ...domain);
    expect([await goal.ended, goal.stderr]).toEqual([0, '']);
    expect(goal.stdout).toContain('Feedback:\n    sequence:\n- 0\n- 1\n');
    expect(goal.stdout).toContain('Result:\n    sequence:\n- 0\n- 1\n- 1\n');
    expect(goal.stdout).toContain('Goal finished with status: SUCCEEDED');
  },
);

it('parameters can be read and set from the other side, where the node itself does not exist', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const start = (...args: string[]) => {
    const started = new LiveProcess(sandbox.folder, ['orrery', ...args]);
    open.push({ close: async () => started.kill() });
    return started;
  };
  sandbox.write('sum.cjs', SUM_SERVER);
  start('run', 'sum.cjs', '--live', '--domain', String(here), '--no-record');
  const between = ['--from', String(here), '--to', String(there)];
  const joined = start('bridge', ...between, '--service', '/summer/*');
  await joined.printed('/summer/set_parameters_atomically [');
  const param = async (...words: string[]) => {
    const done = start('param', ...words, '--domain', String(there), '--spin-time', '3s');
    return [await done.ended, done.stdout, done.stderr];
  };
  const set = await param('set', '/summer', 'use_sim_time', 'true');
  expect(set).toEqual([0, 'Set parameter successful\n', '']);
  expect(await param('get', '/summer', 'use_sim_time')).toEqual([
    0,
    'Boolean value is: True\n',
    '',
  ]);
  expect(await param('get', '/nobody', 'use_sim_time')).toEqual([1, '', 'Node not found\n']);
});

it('two bridges in parallel do not make a loop', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const [a, b] = [await join(here), await join(there)];
  const bridges = [await bridge(here, there), await bridge(here, there)];
  const heard = hear(b, '/chatter');
  const say = publish(a, '/chatter');
  say(1);
  const passed = () => bridges.flatMap((each) => [...each.passed.values()]);
  await until(() => heard.length >= 1);
  say(2);
  await until(() => heard.filter((value) => value === 2).length >= 1);
  // Each message passes each bridge at most once.
  expect(Math.max(...passed())).toBeLessThanOrEqual(2);
  expect(heard.length).toBeLessThanOrEqual(4);
});

it('the command says what it joins, and refuses to join nothing', async () => {
  const [here, there] = [nextDomain(), nextDomain()];
  const between = ['orrery', 'bridge', '--from', String(here), '--to', String(there)];
  const nothing = new LiveProcess('.', between);
  expect(await nothing.ended).toBe(1);
  expect(nothing.stderr).toContain('ORR_LIVE_OPTION');
  const a = await join(here);
  a.createWriter(endpoint('/chatter'));
  const command = new LiveProcess('.', [...between, '--topic', '/chatter']);
  await command.printed(
    `/chatter [std_msgs/msg/UInt32] domain ${here} → /chatter domain ${there}\n`,
  );
  expect(await command.interrupt()).toBe(0);
  expect(command.stdout).toContain('passed 0: /chatter');
});
