// Carries the relay: repeats what it hears of base and rover, and drives to where it hears both equally well, by the
// strength of their signals. With -p drives:=false it stays with the base.
import rclnodejs from 'rclnodejs';

const STEP = 0.1;
const SPEED = 3;

await rclnodejs.init();
const node = rclnodejs.createNode('carrier');
const { PARAMETER_BOOL } = rclnodejs.ParameterType;
node.declareParameter(new rclnodejs.Parameter('drives', PARAMETER_BOOL, true));
const drives = node.getParameter('drives').value;
const qos = 'qos_profile_sensor_data';
const odometry = node.createPublisher('nav_msgs/msg/Odometry', '/relay/odom', { qos });
const repeat = (type, from, to) => {
  const publisher = node.createPublisher(type, to, { qos });
  node.createSubscription(type, from, { qos }, (message) => publisher.publish(message));
};
repeat('geometry_msgs/msg/PointStamped', '/rover/report', '/relay/report');
repeat('std_msgs/msg/Empty', '/base/answer', '/relay/answer');

let x = 5;
const strength = { base: -50, rover: -50 };
node.createSubscription('diagnostic_msgs/msg/DiagnosticArray', '/relay/links', ({ status }) => {
  for (const { name, values } of status) strength[name] = Number(values[0].value);
});
node.createTimer(BigInt(STEP * 1e9), () => {
  // It follows whom it hears less, and stays where it hears both within 1 dB.
  const lead = strength.base - strength.rover;
  if (drives && Math.abs(lead) > 1) x += Math.sign(lead) * SPEED * STEP;
  const header = { stamp: node.getClock().now().toMsg(), frame_id: 'site' };
  odometry.publish({ header, pose: { pose: { position: { x, y: 3, z: 1 } } } });
});
rclnodejs.spin(node);
