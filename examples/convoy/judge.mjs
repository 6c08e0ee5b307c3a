// Sees every vehicle as it is, for it belongs to no agent: publishes the least gap between two, and how
// far gaps are from the wanted one.
import rclnodejs from 'rclnodejs';

const LENGTH = 4.5;
const WANTED = 12 - LENGTH;
const positions = new Map();

await rclnodejs.init();
const node = rclnodejs.createNode('judge');
node.declareParameter(
  new rclnodejs.Parameter('cars', rclnodejs.ParameterType.PARAMETER_INTEGER, 3n),
);
const cars = Number(node.getParameter('cars').value);
const qos = 'qos_profile_sensor_data';
const least = node.createPublisher('std_msgs/msg/Float64', '/least_gap');
const error = node.createPublisher('std_msgs/msg/Float64', '/gap_error');
for (let car = 0; car < cars; car++) {
  node.createSubscription('nav_msgs/msg/Odometry', `/car${car}/odom`, { qos }, ({ pose }) => {
    positions.set(car, pose.pose.position.x);
  });
}
node.createTimer(50_000_000n, () => {
  const gaps = [];
  for (let car = 1; car < cars; car++) {
    const [front, back] = [positions.get(car - 1), positions.get(car)];
    if (front !== undefined && back !== undefined) gaps.push(front - back - LENGTH);
  }
  if (gaps.length === 0) return;
  least.publish({ data: Math.min(...gaps) });
  error.publish({ data: Math.max(...gaps.map((gap) => Math.abs(gap - WANTED))) });
});
rclnodejs.spin(node);
