// The first vehicle: 20 m/s, and from 10 s to 12 s it brakes as hard as it can.
import rclnodejs from 'rclnodejs';
import { odometryOf, secondsOf, Vehicle } from './vehicle.mjs';

const STEP = 0.02;

await rclnodejs.init();
const node = rclnodejs.createNode('driver', '/car0');
const qos = 'qos_profile_sensor_data';
const odometry = node.createPublisher('nav_msgs/msg/Odometry', '/car0/odom', { qos });
const radio = node.createPublisher('nav_msgs/msg/Odometry', '/car0/state', { qos });
const vehicle = new Vehicle(0, 20);
node.createTimer(20_000_000n, () => {
  const now = secondsOf(node);
  vehicle.drive(now >= 10 && now < 12 ? -6 : 20 - vehicle.speed, STEP);
  odometry.publish(odometryOf(node, vehicle));
  radio.publish(odometryOf(node, vehicle));
});
rclnodejs.spin(node);
