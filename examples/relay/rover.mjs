// Drives east at 2 m/s and reports where it is, 10 times a second. It stops when the base has not answered for
// 2 s, and goes on when it does.
import rclnodejs from 'rclnodejs';

const STEP = 0.1;
const SPEED = 2;
const PATIENCE = 2;

await rclnodejs.init();
const node = rclnodejs.createNode('driver');
const qos = 'qos_profile_sensor_data';
const odometry = node.createPublisher('nav_msgs/msg/Odometry', '/rover/odom', { qos });
const report = node.createPublisher('geometry_msgs/msg/PointStamped', '/rover/report', { qos });
const progress = node.createPublisher('std_msgs/msg/Float64', '/rover/progress');
const seconds = () => Number(node.getClock().now().nanoseconds) / 1e9;
let x = 10;
let answered = 0;
const hear = () => {
  answered = seconds();
};
// The base itself, and what the relay repeats.
node.createSubscription('std_msgs/msg/Empty', '/base/answer', { qos }, hear);
node.createSubscription('std_msgs/msg/Empty', '/relay/answer', { qos }, hear);
node.createTimer(BigInt(STEP * 1e9), () => {
  if (seconds() - answered < PATIENCE) x += SPEED * STEP;
  const header = { stamp: node.getClock().now().toMsg(), frame_id: 'site' };
  odometry.publish({ header, pose: { pose: { position: { x, y: 0, z: 1 } } } });
  report.publish({ header, point: { x, y: 0, z: 1 } });
  progress.publish({ data: x });
});
rclnodejs.spin(node);
