/** One world for both: robots drive in it, and its walls attenuate their radio signals. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const ROVER = file(
  'rover.mjs',
  `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = rclnodejs.createNode('driver', '/rover');
const velocity = node.createPublisher('geometry_msgs/msg/Twist', '/rover/cmd_vel');
const state = node.createPublisher('std_msgs/msg/UInt64', '/state', { qos: 'qos_profile_sensor_data' });
let count = 0;
node.createTimer(100_000_000n, () => {
  velocity.publish({ linear: { x: 1 } });
  state.publish({ data: BigInt(++count) });
});
rclnodejs.spin(node);`,
);
const BASE = file(
  'base.mjs',
  `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = rclnodejs.createNode('base');
const options = { qos: 'qos_profile_sensor_data' };
node.createSubscription('std_msgs/msg/UInt64', '/state', options, ({ data }) => console.log('heard ' + data));
rclnodejs.spin(node);`,
);
// The line from the base at (0, 3) to the rover on the x axis crosses the wall while the rover is at 4 to 6 m.
file(
  'room.world',
  `<sdf version="1.9"><world name="w"><model name="wall"><static>true</static><pose>2.5 1.5 0.5 0 0 0</pose>
  <link name="l"><collision name="c"><geometry><box><size>1 0.1 1</size></box></geometry></collision></link>
  </model></world></sdf>`,
);
const models = (name: string, channel: string) =>
  file(
    name,
    `physics:
  world: room.world
  robots: { rover: { vehicle: { differential: {} }, namespace: rover, at: [0, 0, 0.5] } }
network:
  agents:
    rover: { nodes: [/rover/**], position: { robot: rover } }
    base: { nodes: [/base], position: { at: [0, 3, 0.5] } }
  simulator: { simple: {} }
  channel: { world: true, ${channel} }
`,
  );
const CHANNELS = {
  'the loss of a wall': 'path_loss: { log_distance: { obstacle_loss: 100 } }',
  'rays that hardly pass its edges': 'path_loss: { ray_tracing: {} }, sensitivity: -44',
};

function run(channel: keyof typeof CHANNELS) {
  const path = models(`${channel.replaceAll(' ', '_')}.yaml`, CHANNELS[channel]);
  const command = ['run', ROVER, BASE, '--until', '9s', '--no-record', '--models', path];
  const { stdout, stderr, status } = orrery(command);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const heard = [...stdout.matchAll(/heard (\d+)/g)].map(([, number]) => Number(number));
  return { heard, digest: /digest (\w+)/.exec(stdout)?.[1] };
}

it.each(['the loss of a wall', 'rays that hardly pass its edges'] as const)(
  'what a robot says is not heard while it is behind a wall, the same in every run: %s',
  (channel) => {
    const { heard, digest } = run(channel);
    expect(heard).toEqual(expect.arrayContaining([10, 30, 75, 85]));
    expect(heard.filter((number) => number > 45 && number < 57)).toEqual([]);
    expect(run(channel).digest).toBe(digest);
  },
);
