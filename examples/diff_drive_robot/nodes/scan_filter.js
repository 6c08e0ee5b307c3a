// Repairs lost beams: each becomes the median of itself and its neighbours.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = new rclnodejs.Node('scan_filter');
const filtered = node.createPublisher('sensor_msgs/msg/LaserScan', 'scan_filtered');

node.createSubscription('sensor_msgs/msg/LaserScan', 'scan', (scan) => {
  const { ranges } = scan;
  const count = ranges.length;
  const median = ranges.map((range, i) => {
    const window = [ranges[(i + count - 1) % count], range, ranges[(i + 1) % count]];
    return [...window].sort((a, b) => a - b)[1];
  });
  filtered.publish({ ...scan, ranges: median });
});
rclnodejs.spin(node);
