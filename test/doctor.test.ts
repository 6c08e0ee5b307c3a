/** `orrery doctor`: its findings, including those about what ended before the run did. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const SICK = `
import rclnodejs from 'rclnodejs';
const { Node, Parameter, ParameterType, createLifecycleNode } = rclnodejs;
await rclnodejs.init();
const talker = new Node('talker');
const chatter = talker.createPublisher('std_msgs/msg/String', 'chatter');
talker.createTimer(100_000_000n, () => chatter.publish('x'));
talker.spin();
const brief = new Node('brief');
brief.createSubscription('std_msgs/msg/String', 'chater', () => {});
const timer = talker.createTimer(500_000_000n, () => {
  timer.cancel();
  brief.destroy();
});
const follower = new Node('follower');
follower.setParameter(new Parameter('use_sim_time', ParameterType.PARAMETER_BOOL, true));
for (const name of ['camera', 'lidar']) {
  const node = createLifecycleNode(name);
  node.spin();
  node.configure();
  if (name === 'lidar') node.activate();
}
talker.createTimer(1_000_000_000n, () => rclnodejs.shutdown());
`;

const QUIETLY_WRONG = `
import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('node');
const tf = node.createPublisher('tf2_msgs/msg/TFMessage', '/tf');
const scan = node.createPublisher('sensor_msgs/msg/LaserScan', 'scan');
node.createSubscription('sensor_msgs/msg/LaserScan', 'scan', () => {});
const transform = (parent, child) => ({ header: { frame_id: parent }, child_frame_id: child });
node.createTimer(100_000_000n, () => {
  tf.publish({ transforms: [transform('map', 'base'), transform('/odom', 'base')] });
  scan.publish({ header: { frame_id: 'laser' } });
});
node.spin();
`;

const PARAMETERS = `
talkr:
  ros__parameters:
    rate: 5
`;

const WELL = `
import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('node');
const publisher = node.createPublisher('std_msgs/msg/String', 'topic');
node.createSubscription('std_msgs/msg/String', 'topic', () => {});
node.createTimer(100_000_000n, () => publisher.publish('x'));
node.spin();
`;

const STUCK = `
import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const [planner, map] = [new rclnodejs.Node('planner'), new rclnodejs.Node('map')];
let ready;
const isReady = new Promise((resolve) => (ready = resolve));
const EMPTY = 'std_srvs/srv/Empty';
map.createService(EMPTY, 'wait', async (_, response) => {
  await isReady;
  response.send({});
});
map.createService(EMPTY, 'forget', () => {});
map.createService(EMPTY, 'answer', (_, response) => response.send({}));
map.createService(EMPTY, 'sleep', async (_, response) => {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  response.send({});
});
const clients = ['wait', 'forget', 'answer', 'sleep'].map((name) => planner.createClient(EMPTY, name));
const timer = planner.createTimer(100_000_000n, async () => {
  timer.cancel();
  const [wait, ...others] = clients;
  for (const each of others) each.sendRequest({}, () => {});
  await wait.sendRequestAsync({});
  ready();
});
planner.createTimer(1_000_000_000n, () => {});
planner.spin();
map.spin();
`;

const UNSPUN = `
import rclpy
from std_msgs.msg import String

rclpy.init()
[spun, once, by_hand, forgotten] = [rclpy.create_node(name) for name in ['spun', 'once', 'by_hand', 'forgotten']]
for node in [spun, once, by_hand, forgotten]:
    node.create_subscription(String, 'topic', lambda message: None, 1)
publisher = rclpy.create_node('silent').create_publisher(String, 'topic', 1)
rclpy.spin_once(once, timeout_sec=1.0)
executor = rclpy.executors.MultiThreadedExecutor()
executor.add_node(by_hand)
executor.spin_once(timeout_sec=1.0)
rclpy.spin(spun)
`;

const EXPECTED = [
  'error near-miss',
  'error clock-silent',
  'error unused-override',
  'error never-spun',
  'warning mixed-sim-time',
  'warning inactive-lifecycle',
];

const LAUNCH = (exec: string) => `launch: [{ node: { pkg: demo, exec: ${exec} } }]`;

describe('orrery doctor', () => {
  const sick = sandbox.write('sick.mjs', SICK);
  const well = sandbox.write('well.mjs', WELL);
  const parameters = sandbox.write('params.yaml', PARAMETERS);
  const kinds = (text: string) =>
    (JSON.parse(text) as { findings: { severity: string; kind: string }[] }).findings.map(
      ({ severity, kind }) => `${severity} ${kind}`,
    );

  it('finds what is wrong with a program, although it has shut down', () => {
    const ros = ['--ros-args', '--params-file', parameters];
    const { status, stdout } = sandbox.orrery(['doctor', sick, '--json', ...ros]);
    expect(kinds(stdout)).toEqual(EXPECTED);
    expect(status).toBe(1);
    const text = sandbox.orrery(['doctor', sick]).stdout;
    expect(text).toContain('warning inactive-lifecycle: /camera is a lifecycle node');
    expect(text).toMatch(
      /\n3 errors, 2 warnings in 10\.000 s of virtual time: 5 nodes, \d+ topics\.\n$/,
    );
  });

  it.skipIf(PYTHON === undefined)('finds which nodes of a Python program are never spun', () => {
    const program = sandbox.write('unspun.py', UNSPUN);
    const { stdout } = sandbox.orrery(['doctor', program, '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { message: string }[] };
    expect(findings.map(({ message }) => message)).toEqual([
      '/forgotten is never spun, so its callbacks (1 subscription) never run; spin it.',
    ]);
  });

  it('finds the same in the files of a run', () => {
    const directory = join(sandbox.folder, 'left');
    const ros = ['--ros-args', '--params-file', parameters];
    sandbox.orrery(['run', sick, '--record', directory, '--until', '3s', ...ros]);
    const { status, stdout } = sandbox.orrery(['doctor', directory, '--json']);
    expect(kinds(stdout)).toEqual(EXPECTED);
    expect(status).toBe(1);
    for (const option of ['--until=5s', '--seed=2', '--strict', '--record=again']) {
      const refused = sandbox.orrery(['doctor', directory, option]);
      expect(refused.stderr).toMatch(`ORR_DOCTOR_OPTION: ${directory} is a run that is over, so`);
      expect(refused.status).toBe(1);
    }
    expect(sandbox.orrery(['doctor', directory, ...ros]).stderr).toContain('arguments for nodes');
    sandbox.write('left/run.json', readFileSync(well, 'utf8'));
    expect(sandbox.orrery(['doctor', directory]).stderr).toContain('ORR_RUN_GRAPH');
  });

  it('finds a service and its caller that await each other, and an answer that was forgotten', () => {
    const stuck = sandbox.write('stuck.mjs', STUCK);
    const waits = `/wait: /map has not answered /planner for 2.900 s: its callback still awaits something, and the callback of timer 100 ms of /planner, which called, awaits the response. If the one is to bring what the other awaits, neither goes on.`;
    const doctor = sandbox.orrery(['doctor', stuck, '--until', '3s']);
    expect(doctor.stdout).toBe(
      `warning unanswered: ${waits}\nwarning unanswered: /forget: /map has not answered /planner for 2.900 s, and its callback has ended; send the response.\n0 errors, 2 warnings in 3.000 s of virtual time: 2 nodes, 2 topics.\n`,
    );
    const run = sandbox.orrery(['run', stuck, '--until', '3s', '--no-record']);
    expect(run.stdout + run.stderr).toContain(`warning: ${waits}\n`);
    expect(run.stdout + run.stderr).not.toContain('/forget');
    // The service sleeps, and has received no request for 1 s.
    const early = sandbox.orrery(['run', stuck, '--until', '1.05s', '--no-record']);
    expect(early.stdout + early.stderr).not.toContain('warning');
    expect(run.status).toBe(0);
  });

  it('finds wrong publications, and arguments without effect', () => {
    const quiet = sandbox.write('quiet.mjs', QUIETLY_WRONG);
    const ros = ['--ros-args', '-r', 'scan:=laser', '-r', 'scna:=x', '-p', 'rate:=5'];
    const { stdout } = sandbox.orrery(['doctor', quiet, '--json', '--until', '2s', ...ros]);
    expect(kinds(stdout)).toEqual([
      'error tf-two-parents',
      'warning unused-remap',
      'warning unused-parameter',
      'warning tf-two-roots',
      'warning zero-stamp',
    ]);
  });

  it('says so if a system has no problem, and reads launch files', () => {
    const { status, stdout } = sandbox.orrery(['doctor', well, '--until', '2s']);
    expect([status, stdout]).toEqual([
      0,
      'Nothing found in 2.000 s of virtual time: 1 node, 3 topics.\n',
    ]);
    sandbox.write(
      'demo/package.json',
      JSON.stringify({
        name: 'demo',
        orrery: { executables: { well: './well.mjs', sick: './sick.mjs' } },
      }),
    );
    sandbox.write('demo/well.mjs', WELL);
    sandbox.write('demo/sick.mjs', SICK);
    const launch = (exec: string) => {
      const file = sandbox.write(`${exec}.launch.yaml`, LAUNCH(exec));
      return sandbox.orrery(['doctor', file, '--packages', 'demo']);
    };
    expect(launch('well')).toMatchObject({ status: 0 });
    expect(launch('sick')).toMatchObject({ status: 1 });
  });
});
