// Answers each report of the rover, heard from itself or through the relay, and says how old the newest one is.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('operator');
const qos = 'qos_profile_sensor_data';
const answer = node.createPublisher('std_msgs/msg/Empty', '/base/answer', { qos });
const age = node.createPublisher('std_msgs/msg/Float64', '/base/report_age');
const seconds = () => Number(node.getClock().now().nanoseconds) / 1e9;
let newest = 0;
const hear = ({ header: { stamp } }) => {
  const time = stamp.sec + stamp.nanosec / 1e9;
  if (time <= newest) return;
  newest = time;
  answer.publish({});
};
const type = 'geometry_msgs/msg/PointStamped';
node.createSubscription(type, '/rover/report', { qos }, hear);
node.createSubscription(type, '/relay/report', { qos }, hear);
node.createTimer(100_000_000n, () => age.publish({ data: seconds() - newest }));
rclnodejs.spin(node);
