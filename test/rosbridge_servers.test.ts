/** Web pages that serve: a run calls services and actions that roslib offers, in a process of its own. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { freePort } from './free_port.js';
import { LiveProcess } from './live_process.js';
import { ROOT } from './project.js';
import { saidBy } from './said_by.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const running: LiveProcess[] = [];
const module = (name: string) => pathToFileURL(join(ROOT, 'node_modules', name)).href;

const SERVED = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(async () => {
  const node = rclnodejs.createNode('robot');
  const clock = node.createPublisher('std_msgs/msg/String', '/long');
  node.createTimer(50_000_000n, () => clock.publish({ data: 'a word '.repeat(200) }));
  node.createSubscription('geometry_msgs/msg/PoseStamped', '/pose', ({ header }) => {
    console.log('heard a pose', header.frame_id, header.stamp.sec + header.stamp.nanosec > 0);
  });
  node.createSubscription('std_msgs/msg/String', '/over', () => {});
  node.spin();
  const client = node.createClient('example_interfaces/srv/AddTwoInts', '/page/add');
  await client.waitForService();
  console.log('heard the sum', String((await client.sendRequestAsync({ a: 2n, b: 40n })).sum));
  const actions = new rclnodejs.ActionClient(node, 'example_interfaces/action/Fibonacci', '/page/fibonacci');
  await actions.waitForServer();
  const steps = [];
  const goal = await actions.sendGoal({ order: 4 }, ({ sequence }) => steps.push(sequence.length));
  console.log('heard the result', (await goal.getResult()).sequence.join(), steps.join(), goal.isSucceeded());
  const other = await actions.sendGoal({ order: 1000 });
  await other.cancelGoal();
  await other.getResult();
  console.log('heard of the second', other.isCanceled());
  const third = await actions.sendGoal({ order: -1 });
  await third.getResult();
  console.log('heard of the third', third.isAborted());
  node.createPublisher('std_msgs/msg/String', '/done').publish({ data: 'yes' });
});`;

const SERVER = `
import { connect } from 'node:net';
import { WebSocket } from '${module('ws/wrapper.mjs')}';
import { Action, Ros, Service, Topic } from '${module('roslib/dist/RosLib.js')}';
const address = 'ws://127.0.0.1:' + process.argv[2];
const isOpen = () => new Promise((resolve) => {
  const socket = connect(Number(process.argv[2]), '127.0.0.1', () => socket.end(() => resolve(true)));
  socket.on('error', () => resolve(false));
});
while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 50));
const ros = new Ros();
ros.connect(address);
await new Promise((resolve) => ros.on('connection', resolve));
const say = (what, value) => console.log(what, JSON.stringify(value));
const once = (name, more = {}) => new Promise((resolve) => {
  const topic = new Topic({ ros, name, messageType: 'std_msgs/msg/String', ...more });
  topic.subscribe(({ data }) => { topic.unsubscribe(); resolve(data.length); });
});
say('plain', await once('/long'));
say('png', await once('/long', { compression: 'png' }));
const raw = new WebSocket(address);
await new Promise((resolve) => raw.on('open', resolve));
const heard = [];
const part = (op) => new Promise((resolve) => {
  raw.on('message', (text) => { heard.push(JSON.parse(text)); if (heard.some((each) => each.op === op)) resolve(); });
});
// roslib has no option for fragments, but reassembles them.
ros.callOnConnection({ op: 'subscribe', id: 'parts', topic: '/long', fragment_size: 100 });
say('parts', await new Promise((resolve) => ros.once('/long', ({ msg }) => resolve(msg.data.length))));
raw.send(JSON.stringify({ op: 'subscribe', topic: '/long', fragment_size: 100, compression: 'png' }));
await part('fragment');
say('fragment', Object.keys(heard[0]));
raw.send(JSON.stringify({ op: 'set_level', level: 'warning' }));
raw.send(JSON.stringify({ op: 'unadvertise', id: 'y', topic: '/nothing' }));
await part('status');
say('warned', heard.find(({ op }) => op === 'status').level);
raw.close();
const pose = JSON.stringify({ op: 'publish', topic: '/pose', msg: { header: { frame_id: 'map' } } });
['publish', 'it'].forEach((_, num) => ros.callOnConnection(
  { op: 'fragment', id: 'pose', num, total: 2, data: num === 0 ? pose.slice(0, 30) : pose.slice(30) }));
const service = new Service({ ros, name: '/page/add', serviceType: 'example_interfaces/AddTwoInts' });
await service.advertiseAsync(async ({ a, b }) => ({ sum: a + b }));
const second = new Ros();
second.connect(address);
await new Promise((resolve) => second.on('connection', resolve));
const call = (request) => new Promise((resolve) =>
  new Service({ ros: second, name: '/page/add', serviceType: 'example_interfaces/AddTwoInts' }).callService(request, resolve, resolve));
say('other', await call({ a: 1, b: 2 }));
say('listed', (await new Promise((resolve) => second.getServices(resolve))).includes('/page/add'));
say('taken', await new Promise((resolve) => {
  const taken = new WebSocket(address);
  taken.on('open', () => taken.send(JSON.stringify({ op: 'advertise_service', service: '/page/add', type: 'std_srvs/srv/Empty' })));
  taken.on('message', (text) => { resolve(JSON.parse(text).level); taken.close(); });
}));
const action = new Action({ ros, name: '/page/fibonacci', actionType: 'example_interfaces/action/Fibonacci' });
action.advertise(({ order }, id) => {
  if (order < 0) return action.setFailed(id);
  if (order > 100) return;
  const sequence = [0, 1];
  while (sequence.length <= order) {
    sequence.push(sequence.at(-1) + sequence.at(-2));
    action.sendFeedback(id, { sequence });
  }
  action.setSucceeded(id, { sequence });
}, (id) => action.setCanceled(id, { sequence: [] }));
say('result', await new Promise((resolve) =>
  new Action({ ros: second, name: '/page/fibonacci', actionType: 'example_interfaces/action/Fibonacci' })
    .sendGoal({ order: 3 }, resolve, () => {}, resolve)));
await new Promise((resolve) => new Topic({ ros, name: '/done', messageType: 'std_msgs/msg/String' }).subscribe(resolve));
await service.unadvertise();
action.unadvertise();
say('gone', await call({ a: 1, b: 2 }));
new Topic({ ros, name: '/over', messageType: 'std_msgs/msg/String' }).publish({ data: 'yes' });
setTimeout(() => { ros.close(); second.close(); }, 200);
`;

function run(...args: string[]): LiveProcess {
  const started = new LiveProcess(sandbox.folder, args);
  running.push(started);
  return started;
}

afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});
afterAll(() => sandbox.remove());

const told = (text: string) => text.split('\n').filter((line) => line.startsWith('heard'));
const until = ['--until-topic', '/over: data == "yes"'];

it('roslib serves: the run calls services and actions of a page, unfragmented, in fragments and as pictures', async () => {
  sandbox.write('served.cjs', SERVED);
  sandbox.write('server.mjs', SERVER);
  const port = String(await freePort());
  const serve = ['--serve', `rosbridge:${port}`, '--record', 'served'];
  const robot = run('orrery', 'run', 'served.cjs', ...serve, ...until);
  const page = run('server.mjs', port);
  expect(await page.ended, page.stdout + page.stderr + robot.stdout + robot.stderr).toBe(0);
  expect(saidBy(page)).toEqual({
    ...{ plain: 1400, png: 1400, parts: 1400, fragment: ['op', 'id', 'data', 'num', 'total'] },
    ...{ warned: 'warning', other: { sum: 3 }, listed: true, taken: 'error' },
    ...{ result: { sequence: [0, 1, 1, 2] }, gone: 'Nobody offers the service /page/add.' },
  });
  expect(told(robot.stdout).sort()).toEqual([
    'heard a pose map true',
    'heard of the second true',
    'heard of the third true',
    'heard the result 0,1,1,2,3 3,4,5 true',
    'heard the sum 42',
  ]);

  expect(await robot.ended, robot.stderr).toBe(0);
  const tape = ['--bag', 'served/outside.mcap', '--record', 'again'];
  const again = run('orrery', 'run', 'served.cjs', ...tape, ...until);
  expect(await again.ended, again.stderr).toBe(0);
  expect(told(again.stdout)).toEqual(told(robot.stdout));
});
