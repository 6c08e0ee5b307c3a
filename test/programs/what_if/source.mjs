// Publishes 1, 2, 3, … on /x, ten times a second; on request, also by setInterval.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('source');
const publisher = node.createPublisher('std_msgs/msg/UInt64', 'x');
let count = 0n;
node.createTimer(100_000_000n, () => publisher.publish({ data: ++count }));
let beats = 0n;
const beat = node.createPublisher('std_msgs/msg/UInt64', 'beat');
setInterval(() => beat.publish({ data: ++beats }), 250);
rclnodejs.spin(node);
