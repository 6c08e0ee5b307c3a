// Keys in place of a keyboard: each key of the parameter `keys` is held for half a second.
import rclnodejs from 'rclnodejs';
import { parameterOf } from './parameter_of.js';

const KEYS = { w: [0.3, 0], x: [-0.3, 0], a: [0, 0.8], d: [0, -0.8], s: [0, 0] };

await rclnodejs.init();
const node = new rclnodejs.Node('teleop');
const keys = [...parameterOf(node, 'keys', 'wwwwaawwwwddws')];
const commands = node.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel');

const timer = node.createTimer(500_000_000n, () => {
  const [forward, turn] = KEYS[keys.shift()] ?? KEYS.s;
  commands.publish({ linear: { x: forward, y: 0, z: 0 }, angular: { x: 0, y: 0, z: turn } });
  if (keys.length > 0) return;
  timer.cancel();
  // The last key pressed ends the program.
  rclnodejs.shutdown();
});
rclnodejs.spin(node);
