/** Web pages connected to a run with `--serve rosbridge`; the client is roslib, in a process of its own. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from './free_port.js';
import { LiveProcess } from './live_process.js';
import { readRun } from './orrery_command.js';
import { ROOT } from './project.js';
import { saidBy } from './said_by.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const running: LiveProcess[] = [];
const module = (name: string) => pathToFileURL(join(ROOT, 'node_modules', name)).href;

const ROBOT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('robot');
  const speed = rclnodejs.ParameterType.PARAMETER_DOUBLE;
  node.declareParameter(new rclnodejs.Parameter('speed', speed, 0.5));
  let n = 0;
  const ticks = node.createPublisher('std_msgs/msg/Int64', '/ticks');
  node.createTimer(10_000_000n, () => ticks.publish({ data: 9007199254740993n + BigInt(n++) }));
  const scan = node.createPublisher('sensor_msgs/msg/LaserScan', '/scan');
  node.createTimer(20_000_000n, () => scan.publish({ ranges: [1.5, NaN, Infinity] }));
  const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;
  const qos = new rclnodejs.QoS(HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, 1,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  const map = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/map', { qos });
  map.publish({ layout: { dim: [], data_offset: 0 }, data: Uint8Array.of(1, 2, 250) });
  node.createSubscription('geometry_msgs/msg/Twist', '/cmd_vel', ({ linear }) => {
    console.log('heard', linear.x, node.getNodeNames().join());
  });
  node.createSubscription('std_msgs/msg/String', '/done', () => console.log('heard the end'));
  node.createService('example_interfaces/srv/AddTwoInts', '/add', ({ a, b }, response) => {
    console.log('heard', a, b);
    response.send({ sum: a + b });
  });
  new rclnodejs.ActionServer(node, 'example_interfaces/action/Fibonacci', '/fibonacci', async (goal) => {
    const Fibonacci = rclnodejs.require('example_interfaces/action/Fibonacci');
    const sequence = [0, 1];
    for (let i = 2; i <= goal.request.order; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (goal.isCancelRequested) {
        goal.canceled();
        return Object.assign(new Fibonacci.Result(), { sequence });
      }
      sequence.push(sequence[i - 1] + sequence[i - 2]);
      goal.publishFeedback(Object.assign(new Fibonacci.Feedback(), { sequence }));
    }
    goal.succeed();
    return Object.assign(new Fibonacci.Result(), { sequence });
  }, undefined, undefined, () => rclnodejs.CancelResponse?.ACCEPT ?? 2);
  node.spin();
});`;

const PAGE = `
import { connect } from 'node:net';
import { WebSocket } from '${module('ws/wrapper.mjs')}';
import { Action, Param, Ros, Service, Topic } from '${module('roslib/dist/RosLib.js')}';
const isOpen = () => new Promise((resolve) => {
  const socket = connect(Number(process.argv[2]), '127.0.0.1', () => socket.end(() => resolve(true)));
  socket.on('error', () => resolve(false));
});
while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 50));
const ros = new Ros();
ros.connect('ws://127.0.0.1:' + process.argv[2]);
await new Promise((resolve) => ros.on('connection', resolve));
const say = (what, value) => console.log(what, JSON.stringify(value));
const ask = (name, ...args) => new Promise((resolve, reject) => ros[name](...args, resolve, reject));
const once = (name, messageType, more = {}) => new Promise((resolve) => {
  const topic = new Topic({ ros, name, messageType, ...more });
  topic.subscribe((message) => { topic.unsubscribe(); resolve(message); });
});
while (!(await ask('getActionServers')).includes('/fibonacci')) await new Promise((resolve) => setTimeout(resolve, 20));
const topics = await ask('getTopics');
say('topics', topics.topics.map((name, i) => name + ' ' + topics.types[i]).filter((each) => /scan|ticks/.test(each)).sort());
say('nodes', await ask('getNodes'));
say('services', (await ask('getServices')).filter((name) => name === '/add'));
say('actions', await ask('getActionServers'));
say('type', await ask('getTopicType', 'scan'));
say('service', await ask('getServiceType', '/add'));
say('publishing', (await new Promise((resolve) => ros.getNodeDetails('/robot', resolve))).publishing.includes('/scan'));
say('twist', ros.decodeTypeDefs(await ask('getMessageDetails', 'geometry_msgs/Twist')));
say('ticks', typeof (await once('/ticks', 'std_msgs/msg/Int64')).data);
say('scan', (await once('/scan', 'sensor_msgs/LaserScan')).ranges);
say('map', (await once('/map', 'std_msgs/msg/UInt8MultiArray')).data);
const cmd = new Topic({ ros, name: '/cmd_vel', messageType: 'geometry_msgs/Twist' });
const back = once('/cmd_vel', 'geometry_msgs/Twist');
cmd.publish({ linear: { x: 0.5 } });
say('back', (await back).linear);
const call = (name, request) => new Promise((resolve) =>
  new Service({ ros, name, serviceType: 'example_interfaces/srv/AddTwoInts' })
    .callService(request, resolve, resolve));
say('sum', await call('/add', { a: 20, b: '22' }));
say('nobody', await call('/none', {}));
say('wrong', await call('/add', { c: 1 }));
const param = (name) => new Param({ ros, name });
const of = (name, does, ...args) =>
  new Promise((resolve) => param(name)[does](...args, resolve, resolve));
say('names', (await ask('getParams')).filter((name) => name.endsWith(':speed')));
say('speed', await of('/robot:speed', 'get'));
say('set', await of('/robot:speed', 'set', 2));
say('faster', await of('/robot:speed', 'get'));
say('absent', await of('/robot:x', 'get'));
say('refused', await of('/robot:speed', 'set', 'fast'));
say('deleted', await of('/robot:speed', 'delete'));
say('has', await call('/rosapi/has_param', { name: '/robot:speed' }));
say('malformed', await of('speed', 'get'));
say('time', Object.keys((await call('/rosapi/get_time', {})).time));
say('kind', await call('/rosapi/action_type', { action: '/fibonacci' }));
const cbor = { compression: 'cbor' };
say('exact', String((await once('/ticks', 'std_msgs/msg/Int64', cbor)).data).length);
const { ranges } = await once('/scan', 'sensor_msgs/LaserScan', cbor);
say('typed', [ranges.constructor.name, ...Array.from(ranges, String)]);
say('bytes', [...(await once('/map', 'std_msgs/msg/UInt8MultiArray', cbor)).data]);
const raw = await once('/map', 'std_msgs/msg/UInt8MultiArray', { compression: 'cbor-raw' });
say('raw', [Object.keys(raw), [...raw.bytes].slice(-3)]);
const action = new Action({ ros, name: '/fibonacci', actionType: 'example_interfaces/action/Fibonacci' });
let steps = 0;
say('result', await new Promise((resolve) => action.sendGoal({ order: 5 }, resolve, () => steps++, resolve)));
say('steps', steps);
say('canceled', await new Promise((resolve) => {
  const id = action.sendGoal({ order: 10000 }, resolve, () => { if (steps++ === 4) action.cancelGoal(id); }, resolve);
}));
say('status', await new Promise((resolve) => {
  const socket = new WebSocket('ws://127.0.0.1:' + process.argv[2]);
  socket.on('open', () => socket.send('{"op":"dance","id":"x"}'));
  socket.on('message', (text) => { resolve(JSON.parse(text)); socket.close(); });
}));
new Topic({ ros, name: '/done', messageType: 'std_msgs/msg/String' }).publish({ data: 'yes' });
setTimeout(() => ros.close(), 200);
`;

/** What the page reports, by what it requested. */
const vector = { x: 'float64', y: 'float64', z: 'float64' };
const TOLD = {
  topics: ['/scan sensor_msgs/msg/LaserScan', '/ticks std_msgs/msg/Int64'],
  nodes: ['/robot'],
  services: ['/add'],
  actions: ['/fibonacci'],
  type: 'sensor_msgs/msg/LaserScan',
  service: 'example_interfaces/srv/AddTwoInts',
  publishing: true,
  twist: { linear: vector, angular: vector },
  ticks: 'number',
  scan: [1.5, null, null],
  map: Buffer.from([1, 2, 250]).toString('base64'),
  back: { x: 0.5, y: 0, z: 0 },
  sum: { sum: 42 },
  nobody: 'Nobody offers the service /none.',
  wrong: expect.stringContaining('has no field "c"'),
  names: ['/robot:speed'],
  speed: 0.5,
  set: { successful: true, reason: '' },
  faster: 2,
  absent: 'There is no parameter /robot:x.',
  refused: expect.stringContaining('/robot.speed: '),
  deleted: { successful: true, reason: '' },
  has: { exists: false },
  malformed: '"speed" is not written as /node:parameter.',
  time: ['sec', 'nanosec'],
  kind: { type: 'example_interfaces/action/Fibonacci' },
  exact: 16,
  typed: ['Float32Array', '1.5', 'NaN', 'Infinity'],
  bytes: [1, 2, 250],
  raw: [
    ['secs', 'nsecs', 'bytes'],
    [1, 2, 250],
  ],
  result: { sequence: [0, 1, 1, 2, 3, 5] },
  steps: 4,
  canceled: expect.stringContaining('Action was canceled'),
  status: expect.objectContaining({ op: 'status', level: 'error', id: 'x' }),
};

function run(...args: string[]): LiveProcess {
  const started = new LiveProcess(sandbox.folder, args);
  running.push(started);
  return started;
}

beforeAll(() => {
  sandbox.write('robot.cjs', ROBOT);
  sandbox.write('page.mjs', PAGE);
});
afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});
afterAll(() => sandbox.remove());

const told = (text: string) => text.split('\n').filter((line) => line.startsWith('heard'));
const until = ['--until-topic', '/done: data == "yes"'];

it('roslib discovers, subscribes, publishes, calls and sends goals, and the tape repeats the run', async () => {
  const port = String(await freePort());
  const serve = ['--serve', `rosbridge:${port}`, '--record', 'a'];
  const robot = run('orrery', 'run', 'robot.cjs', ...serve, ...until);
  const page = run('page.mjs', port);
  expect(await page.ended, page.stdout + page.stderr + robot.stderr).toBe(0);
  expect(await robot.ended, robot.stderr).toBe(0);
  expect(saidBy(page)).toEqual(TOLD);
  expect(told(robot.stdout)[0]).toMatch(/^heard 0.5 .*robot/);
  expect(robot.stdout + robot.stderr).toContain('not reproducible');

  const again = run(
    'orrery',
    'run',
    'robot.cjs',
    '--bag',
    'a/outside.mcap',
    '--record',
    'b',
    ...until,
  );
  expect(await again.ended, again.stderr).toBe(0);
  expect(told(again.stdout)).toEqual(told(robot.stdout));
  const [first, second] = ['a', 'b'].map((name) => readRun(join(sandbox.folder, name)));
  expect(first).toMatchObject({ reproducible: false, end: 'condition' });
  expect(second).toMatchObject({ reproducible: true, digest: first!.digest });
});

it('reports that the port is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const refused = run('orrery', 'run', 'robot.cjs', '--serve', `rosbridge:${port}`, '--no-record');
  expect(await refused.ended).not.toBe(0);
  expect(refused.stderr).toContain('ORR_SERVE_PORT');
  server.close();
});
