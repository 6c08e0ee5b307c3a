// Follows the vehicle before it by what that one last said of itself over the radio:
// node follower.mjs --ros-args -p number:=2
import rclnodejs from 'rclnodejs';
import { odometryOf, Vehicle } from './vehicle.mjs';

const STEP = 0.02;
const GAP = 12;

await rclnodejs.init();
const node = rclnodejs.createNode('driver');
node.declareParameter(
  new rclnodejs.Parameter('number', rclnodejs.ParameterType.PARAMETER_INTEGER, 1n),
);
const number = Number(node.getParameter('number').value);
const qos = 'qos_profile_sensor_data';
const odometry = node.createPublisher('nav_msgs/msg/Odometry', `/car${number}/odom`, { qos });
const radio = node.createPublisher('nav_msgs/msg/Odometry', `/car${number}/state`, { qos });
const vehicle = new Vehicle(-GAP * number, 20);
let before = { position: vehicle.position + GAP, speed: 20 };
node.createSubscription('nav_msgs/msg/Odometry', `/car${number - 1}/state`, { qos }, (message) => {
  before = { position: message.pose.pose.position.x, speed: message.twist.twist.linear.x };
});
node.createTimer(20_000_000n, () => {
  // What was heard last is taken for the present, as simple controllers do.
  const gap = before.position - vehicle.position;
  vehicle.drive(1.2 * (gap - GAP) + 2.2 * (before.speed - vehicle.speed), STEP);
  // It believes that the one before goes on as it did until it hears more.
  before.position += before.speed * STEP;
  odometry.publish(odometryOf(node, vehicle));
  radio.publish(odometryOf(node, vehicle));
});
rclnodejs.spin(node);
