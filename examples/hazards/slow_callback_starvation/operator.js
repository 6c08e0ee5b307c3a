// Sends a new target ten times a second.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('operator');
const publisher = node.createPublisher('std_msgs/msg/Float64', 'target');
let target = 0;
node.createTimer(100_000_000n, () => publisher.publish({ data: ++target }));
rclnodejs.spin(node);
