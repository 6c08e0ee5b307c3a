/** Runs that take part in a real network, on the loopback. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endAll, nextDomain, start } from './dds_exchange.js';
import { peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';
import { readRun } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const running: LiveProcess[] = [];

const TALKER = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker', 'there');
  node.declareParameter(new rclnodejs.Parameter('speed', rclnodejs.ParameterType.PARAMETER_INTEGER, 42n));
  const publisher = node.createPublisher('std_msgs/msg/String', '/chatter');
  let n = 0;
  node.createTimer(20_000_000n, () => publisher.publish({ data: 'hello ' + n++ }));
  node.createService('example_interfaces/srv/AddTwoInts', '/add', (request, response) =>
    response.send({ sum: request.a + request.b }));
  node.createSubscription('std_msgs/msg/String', '/back', () => {});
  node.spin();
  console.log('talks');
});`;

const LISTENER = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(async () => {
  const node = rclnodejs.createNode('listener');
  const back = node.createPublisher('std_msgs/msg/String', '/back');
  const done = node.createPublisher('std_msgs/msg/String', '/done');
  let heard = 0;
  node.createSubscription('std_msgs/msg/String', '/chatter', ({ data }) => {
    console.log('heard', data);
    back.publish({ data });
    heard++;
  });
  node.createTimer(7_000_000n, () => console.log('tick', heard));
  const add = node.createClient('example_interfaces/srv/AddTwoInts', '/add');
  const get = node.createClient('rcl_interfaces/srv/GetParameters', '/there/talker/get_parameters');
  node.spin();
  await add.waitForService();
  await get.waitForService();
  add.sendRequest({ a: 20n, b: 22n }, ({ sum }) => {
    console.log('sum', sum);
    get.sendRequest({ names: ['speed'] }, ({ values }) => {
      console.log('speed', values[0].integer_value);
      console.log('nodes', node.getNodeNames().map((each) => each.name ?? each).sort().join(' '));
      const enough = node.createTimer(10_000_000n, () => {
        if (heard < 10 || back.subscriptionCount < 1) return;
        enough.cancel();
        done.publish({ data: 'yes' });
      });
    });
  });
});`;

const COUNTER = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('counter');
  const publisher = node.createPublisher('std_msgs/msg/Int32', '/count');
  let n = 0;
  node.createTimer(5_000_000n, () => publisher.publish({ data: ++n }));
  node.spin();
  console.log('counts');
});`;

/** Takes longer for each message than the time between two messages. */
const SLOW = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('slow');
  const done = node.createPublisher('std_msgs/msg/String', '/done');
  let heard = 0;
  // The counter may be discovered late.
  let first;
  node.createSubscription('std_msgs/msg/Int32', '/count', ({ data }) => {
    let x = 0;
    for (let i = 0; i < 1e8; i++) x = (x + i * i) | 0;
    globalThis.kept = x;
    console.log('heard', data);
    first ??= data;
    if (data - first > ++heard + 100) done.publish({ data: 'yes' });
  });
  node.spin();
});`;

function live(...args: string[]): LiveProcess {
  const started = new LiveProcess(sandbox.folder, ['orrery', 'run', ...args]);
  running.push(started);
  return started;
}

/** The output of the program itself. */
const told = (text: string) =>
  text.split('\n').filter((line) => /^(heard|tick|sum|speed|nodes|got) /.test(line));

beforeAll(() => {
  sandbox.write('talker.cjs', TALKER);
  sandbox.write('listener.cjs', LISTENER);
});
afterEach(async () => {
  for (const each of running.splice(0)) each.kill();
  await endAll();
});
afterAll(() => sandbox.remove());

describe('two runs with --live', () => {
  it('communicate by topics both ways, a service and parameters, and the tape repeats one of them', async () => {
    const domain = ['--live', '--domain', String(nextDomain())];
    const talker = live('talker.cjs', ...domain, '--record', 'a');
    await talker.printed('talks');
    const until = ['--until-topic', '/done: data == "yes"'];
    const listener = live('listener.cjs', ...domain, ...until, '--record', 'b');
    expect(await listener.ended, listener.stderr).toBe(0);
    expect(listener.stdout).toContain('sum 42n\n');
    expect(listener.stdout).toContain('speed 42n\n');
    expect(listener.stdout).toContain('nodes listener talker\n');
    expect(listener.stderr + listener.stdout).toContain('not reproducible');
    await talker.interrupt();

    const folder = join(sandbox.folder, 'b');
    expect(readRun(folder)).toMatchObject({ reproducible: false, end: 'condition' });
    expect(existsSync(join(sandbox.folder, 'a/outside.mcap'))).toBe(true);
    const again = live('listener.cjs', '--bag', 'b/outside.mcap', ...until, '--record', 'c');
    expect(await again.ended, again.stderr).toBe(0);
    expect(told(again.stdout)).toEqual(told(listener.stdout));
    const [first, second] = [readRun(folder), readRun(join(sandbox.folder, 'c'))];
    expect(second.digest).toEqual(first.digest);
    expect(second).toMatchObject({ reproducible: true });
  });

  it('drop what a subscription would lose, if one does not keep up', async () => {
    sandbox.write('counter.cjs', COUNTER);
    sandbox.write('slow.cjs', SLOW);
    const domain = ['--live', '--domain', String(nextDomain())];
    const until = ['--until-topic', '/done: data == "yes"'];
    const slow = live('slow.cjs', ...domain, ...until, '--record', 'd');
    const counter = live('counter.cjs', ...domain, '--no-record');
    await counter.printed('counts');
    expect(await slow.ended, slow.stderr).toBe(0);
    expect(slow.stderr + slow.stdout).toContain('messages that were dropped');
    await counter.interrupt();
    // Dropped messages never arrived, so the tape lacks them, too.
    const again = live('slow.cjs', '--bag', 'd/outside.mcap', ...until, '--record', 'e');
    expect(await again.ended, again.stderr).toBe(0);
    expect(told(again.stdout)).toEqual(told(slow.stdout));
    const [first, second] = ['d', 'e'].map((name) => readRun(join(sandbox.folder, name)));
    expect(second!.digest).toEqual(first!.digest);
  });

  it('do not see each other in different domains, nor without --live', async () => {
    const talker = live('talker.cjs', '--live', '--domain', String(nextDomain()), '--no-record');
    await talker.printed('talks');
    const there = ['--live', '--domain', String(nextDomain()), '--until', '200ms', '--no-record'];
    const listener = live('listener.cjs', ...there);
    expect(await listener.ended).toBe(0);
    expect(listener.stdout).not.toContain('heard');
  });
});

describe.each(['cyclone', 'fast'] as const)('a run with --live and %s', (vendor) => {
  it.skipIf(peers.missing[vendor] !== undefined)('exchange messages and calls', async () => {
    sandbox.write('types/share/peer_msgs/msg/Blob.msg', 'uint32 number\nuint8[] data\n');
    sandbox.write(
      'blobs.cjs',
      `
        const rclnodejs = require('rclnodejs');
        rclnodejs.init().then(async () => {
          const node = rclnodejs.createNode('blobs');
          const numbers = [];
          const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;
          const qos = new rclnodejs.QoS(HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, 100,
            ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
            DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE);
          node.createSubscription('peer_msgs/msg/Blob', '/blob', { qos }, ({ number }) => {
            numbers.push(number);
            if (numbers.length === 20) console.log('got', numbers.join());
          });
          const client = node.createClient('example_interfaces/srv/AddTwoInts', '/add_two_ints');
          node.spin();
          console.log('ready');
          await client.waitForService();
          client.sendRequest({ a: 1n, b: 2n }, ({ sum }) => console.log('sum', sum));
        });`,
    );
    const domain = nextDomain();
    const options = ['--live', '--domain', String(domain), '--no-record'];
    const env = { AMENT_PREFIX_PATH: join(sandbox.folder, 'types') };
    const run = new LiveProcess(sandbox.folder, ['orrery', 'run', 'blobs.cjs', ...options], env);
    running.push(run);
    await run.printed('ready');
    const publisher = start(vendor, 'pub', { domain, count: 20, size: 100 });
    expect(await publisher.line('acknowledged')).toMatchObject({ acknowledged: true });
    await run.printed(`got ${Array.from({ length: 20 }, (_, n) => n).join()}\n`);
    start(vendor, 'serve', { domain });
    await run.printed('sum 3n\n');
    await run.interrupt();
  });
});
