// Reports every ten seconds. It keeps its own time with setInterval, as many nodes do.
import rclnodejs from 'rclnodejs';

const PERIOD_MS = 10_000;

await rclnodejs.init();
const node = rclnodejs.createNode('reporter');
const publisher = node.createPublisher('std_msgs/msg/String', 'trip/report');
const client = node.createClient('std_srvs/srv/Trigger', 'trip/reset');
const started = Date.now();

setInterval(async () => {
  const trip = await client.sendRequestAsync({});
  const seconds = Math.round((Date.now() - started) / 1000);
  const report = trip.success ? `${seconds} s: ${trip.message}` : `${seconds} s: no odometry yet`;
  console.log(report);
  publisher.publish(report);
}, PERIOD_MS);

rclnodejs.spin(node);
