// Prints what it receives, and its clock in ms before and after the callback's work.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('sink');
const ms = () => Number(node.getClock().now().nanoseconds) / 1e6;
const out = node.createPublisher('std_msgs/msg/UInt64', 'out');
for (const topic of ['x', 'beat']) {
  node.createSubscription('std_msgs/msg/UInt64', topic, ({ data }) => {
    const start = ms();
    console.log(`${topic} ${data} ${start} ${ms()}`);
    if (topic === 'x') out.publish({ data });
  });
}
node.createSubscription('std_msgs/msg/UInt64', 'out', ({ data }) => {
  console.log(`out ${data} ${ms()}`);
});
rclnodejs.spin(node);
