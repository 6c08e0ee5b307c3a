// A world to drive in when there is no recording: a differential-drive robot that follows a
// wandering path, and its odometry at 30 Hz with a little wheel slip.
import rclnodejs from 'rclnodejs';

const RATE_HZ = 30;

await rclnodejs.init();
const node = rclnodejs.createNode('world');
const odometry = node.createPublisher('nav_msgs/msg/Odometry', 'odom');
const transforms = node.createPublisher('tf2_msgs/msg/TFMessage', 'tf');

let x = 0;
let y = 0;
let yaw = 0;
let time = 0;

node.createTimer(BigInt(Math.round(1e9 / RATE_HZ)), () => {
  const step = 1 / RATE_HZ;
  time += step;
  const slip = 1 + 0.02 * (Math.random() - 0.5);
  const forward = (0.22 + 0.04 * Math.sin(time / 5)) * slip;
  const turn = 0.35 + 0.3 * Math.sin(time / 11);
  x += forward * Math.cos(yaw) * step;
  y += forward * Math.sin(yaw) * step;
  yaw += turn * step;

  const header = { stamp: node.now().toMsg(), frame_id: 'odom' };
  const rotation = { x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) };
  odometry.publish({
    header,
    child_frame_id: 'base_link',
    pose: { pose: { position: { x, y, z: 0 }, orientation: rotation } },
    twist: { twist: { linear: { x: forward, y: 0, z: 0 }, angular: { x: 0, y: 0, z: turn } } },
  });
  const transform = { translation: { x, y, z: 0 }, rotation };
  transforms.publish({ transforms: [{ header, child_frame_id: 'base_link', transform }] });
});

rclnodejs.spin(node);
