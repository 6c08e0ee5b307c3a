/** `static_transform_publisher` and `robot_state_publisher`, which Orrery runs in place of ROS 2's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJoints } from '../src/run/robot_joints.js';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const joint = (name: string, type: string, rest = '') =>
  `<joint name="${name}" type="${type}"><parent link="base"/><child link="of_${name}"/>${rest}</joint>`;

const ROBOT = `<robot name="r"><link name="base"/>${[
  joint('fixed', 'fixed', '<origin xyz="1 2 3" rpy="0 0 3.141592653589793"/>'),
  joint('wheel', 'continuous', '<axis xyz="0 0 2"/>'),
  joint('lift', 'prismatic', '<origin xyz="0 0 1"/><axis xyz="0 0 1"/>'),
  joint('finger', 'prismatic', '<mimic joint="lift" multiplier="-2" offset="0.5"/>'),
  joint('free', 'floating'),
].join('')}</robot>`;

const LISTENER = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('listener');
  const { QoS } = rclnodejs;
  const latched = new QoS(1, 10, 1, 1);
  const short = (value) => Number(value.toFixed(3)) + 0;
  const show = (topic) => ({ transforms }) => {
    for (const { header, child_frame_id, transform: { translation: t, rotation: r } } of transforms) {
      const numbers = [t.x, t.y, t.z, r.x, r.y, r.z, r.w].map(short).join(' ');
      console.log(topic + ' ' + header.frame_id + ' ' + child_frame_id + ' ' + numbers);
    }
  };
  node.createSubscription('tf2_msgs/msg/TFMessage', '/tf_static', { qos: latched }, show('static'));
  node.createSubscription('tf2_msgs/msg/TFMessage', '/tf', show('moving'));
  node.createSubscription('std_msgs/msg/String', '/robot_description', { qos: latched }, ({ data }) =>
    console.log('description', data.length),
  );
  const joints = node.createPublisher('sensor_msgs/msg/JointState', '/joint_states');
  node.createTimer(10000000n, () => {
    joints.publish({
      header: { stamp: node.getClock().now().toMsg() },
      name: ['wheel', 'lift'],
      position: [Math.PI / 2, 0.25],
    });
  });
  node.spin();
});
`;

const launch = (...nodes: readonly object[]) =>
  JSON.stringify({ launch: nodes.map((node) => ({ node })) });
const fixed = (args: string, name?: string) => ({
  ...{ pkg: 'tf2_ros', exec: 'static_transform_publisher', args },
  ...(name === undefined ? {} : { name }),
});
const robot = (...param: readonly object[]) => ({
  ...{ pkg: 'robot_state_publisher', exec: 'robot_state_publisher', param },
});

beforeAll(() => {
  sandbox.write('listener.js', LISTENER);
  const all = launch(
    fixed('--x 1 --yaw 3.141592653589793 --frame-id map --child-frame-id odom'),
    fixed('0 0 1 0 0 0 odom base', 'old'),
    fixed('0 0 1 0 0 1 0 base eye'),
    robot({ name: 'robot_description', value: ROBOT }, { name: 'frame_prefix', value: 'r/' }),
    { pkg: 'listener', exec: 'listener' },
  );
  sandbox.write(
    'all.launch.yaml',
    all.replace('"pkg":"listener","exec":"listener"', '"exec":"listener.js"'),
  );
});

describe('programs of transforms', () => {
  it('publish what their arguments and the description of a robot say', () => {
    const { stdout, stderr } = sandbox.orrery([
      'launch',
      'all.launch.yaml',
      '--until',
      '125ms',
      '--no-record',
    ]);
    const said = stdout.split('\n').filter((line) => /^(static|moving|description)/.test(line));
    expect(said.slice(0, 8).sort(), stderr).toEqual([
      `description ${ROBOT.length}`,
      'moving r/base r/of_finger 0 0 0 0 0 0 1',
      'moving r/base r/of_lift 0 0 1.25 0 0 0 1',
      'moving r/base r/of_wheel 0 0 0 0 0 0.707 0.707',
      'static base eye 0 0 1 0 0 1 0',
      'static map odom 1 0 0 0 0 1 0',
      'static odom base 0 0 1 0 0 0 1',
      'static r/base r/of_fixed 1 2 3 0 0 1 0',
    ]);
    // At most 20 times a second, though joint states come 100 times a second.
    expect(said.filter((line) => line.includes('of_wheel'))).toHaveLength(2);
  });

  it.each([
    ['frames', fixed('--frame-id a --child-frame-id a'), 'two frames that differ'],
    ['numbers', fixed('--x one --frame-id a --child-frame-id b'), 'a number for x, not "one"'],
    ['words', fixed('--no 1 --frame-id a --child-frame-id b'), 'does not understand "--no"'],
    ['descriptions', robot({ name: 'frame_prefix', value: 'r/' }), 'has no robot_description'],
    ['turns', fixed('--yaw 1 --qz 1 --frame-id a --child-frame-id b'), 'not by both'],
    [
      'frequencies',
      robot({ name: 'robot_description', value: ROBOT }, { name: 'publish_frequency', value: 0 }),
      'a publish_frequency above 0 and up to 1000 Hz, not 0',
    ],
    ['XML', robot({ name: 'robot_description', value: '<sdf/>' }), 'URDF begins with <robot>'],
  ])('refuse wrong %s', (what, node, words) => {
    sandbox.write(`${what}.launch.yaml`, launch(node));
    const { stderr } = sandbox.orrery([
      'launch',
      `${what}.launch.yaml`,
      '--until',
      '1s',
      '--no-record',
    ]);
    expect(stderr).toContain(words);
  });
});

it('ignores a state with more names than positions, and says so', () => {
  const wrong = LISTENER.replace('[Math.PI / 2, 0.25]', '[0.25]');
  sandbox.write('wrong.js', wrong);
  const nodes = [robot({ name: 'robot_description', value: ROBOT }), { exec: 'wrong.js' }];
  sandbox.write('wrong.launch.yaml', launch(...nodes));
  const words = ['launch', 'wrong.launch.yaml', '--until', '15ms', '--no-record'];
  const { stdout, stderr } = sandbox.orrery(words);
  expect(`${stdout}${stderr}`).toContain('A JointState with 2 names and 1 positions is ignored');
  expect(stdout).not.toContain('of_wheel');
});

describe('the joints of a robot', () => {
  it('are in the order of names, with unit axes; those that nothing moves are left out', () => {
    const joints = readJoints(ROBOT);
    expect(joints.map(({ name, moves }) => `${name} ${moves}`)).toEqual([
      ...['finger slides', 'fixed not', 'lift slides', 'wheel turns'],
    ]);
    expect(joints[3]?.axis).toEqual({ x: 0, y: 0, z: 1 });
    expect(joints[0]?.mimic).toEqual({ joint: 'lift', factor: -2, offset: 0.5 });
    expect(() => readJoints('<robot><joint name="j" type="fixed"/></robot>')).toThrow('<parent>');
  });
});
