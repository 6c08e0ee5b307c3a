/** Programs that use `orrery-sim/rclnodejs` without the command, in a real network if they request it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { nextDomain } from './dds_exchange.js';
import { LiveProcess } from './live_process.js';
import { ROOT } from './project.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const running: LiveProcess[] = [];
const library = pathToFileURL(join(ROOT, 'dist/client/rclnodejs.js')).href;

const TALKER = `
import rclnodejs from '${library}';
await rclnodejs.init();
const node = rclnodejs.createNode('talker');
const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
let n = 0;
node.createTimer(20_000_000n, () => publisher.publish('hello ' + n++));
node.createService('example_interfaces/srv/AddTwoInts', 'add', (request, response) =>
  response.send({ sum: request.a + request.b }));
node.spin();
console.log('talks');
`;

const LISTENER = `
import rclnodejs from '${library}';
await rclnodejs.init();
const node = rclnodejs.createNode('listener');
const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add');
const heard = new Promise((resolve) =>
  node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => resolve(data)));
node.spin();
console.log(/^hello \\d+$/.test(await heard));
await client.waitForService();
console.log((await client.sendRequestAsync({ a: 20n, b: 22n })).sum);
console.log(node.getNodeNames().map((each) => each.name ?? each).includes('talker'));
rclnodejs.shutdown();
`;

const EAR = `
import rclnodejs from '${library}';
await rclnodejs.init();
const node = rclnodejs.createNode('ear');
node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => console.log(data));
node.spin();
`;

function start(file: string, env: NodeJS.ProcessEnv): LiveProcess {
  const started = new LiveProcess(sandbox.folder, [file], env);
  running.push(started);
  return started;
}

beforeAll(() => {
  sandbox.write('talker.mjs', TALKER);
  sandbox.write('listener.mjs', LISTENER);
  sandbox.write('ear.mjs', EAR);
});
afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});
afterAll(() => sandbox.remove());

it('two programs see each other with ORRERY_LIVE, and say good-bye', async () => {
  const env = { ORRERY_LIVE: '1', ROS_DOMAIN_ID: String(nextDomain()) };
  const talker = start('talker.mjs', env);
  await talker.printed('talks');
  const listener = start('listener.mjs', env);
  expect(await listener.ended).toBe(0);
  expect(listener.stdout).toBe('true\n42n\ntrue\n');
  expect(listener.stderr + talker.stderr).toBe('');
  // Nothing remains of either one, although the lease has not ended.
  talker.terminate();
  await talker.ended;
  const list = new LiveProcess(sandbox.folder, ['orrery', 'node', 'list'], env);
  expect([await list.ended, list.stdout]).toEqual([0, '']);
});

it('a program that was killed communicates again as soon as it is back', async () => {
  const env = { ORRERY_LIVE: '1', ROS_DOMAIN_ID: String(nextDomain()) };
  const [ear, first] = [start('ear.mjs', env), start('talker.mjs', env)];
  await ear.printed('hello 20\n');
  first.kill();
  await first.ended;
  // The lease of the first one continues.
  const before = ear.stdout.length;
  start('talker.mjs', env);
  while (!ear.stdout.slice(before).includes('hello 20\n')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  ear.kill();
  await start('ear.mjs', env).printed('hello ');
});

it('a program without it says once that it is alone', async () => {
  const talker = start('talker.mjs', {});
  while (!talker.stderr.includes('ORRERY_LIVE')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(talker.stderr).toMatch(/^orrery: nobody else in this process uses \/chatter, .*\n$/);
});
