// Steers to the last target fifty times a second, or tries to.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('controller');
const command = node.createPublisher('std_msgs/msg/Float64', 'command');
let target = 0;
node.createSubscription('std_msgs/msg/Float64', 'target', ({ data }) => {
  target = data;
});
node.createTimer(20_000_000n, () => command.publish({ data: target }));
rclnodejs.spin(node);
