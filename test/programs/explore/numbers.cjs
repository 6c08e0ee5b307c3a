// A number every 50 ms.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('sender');
  const numbers = node.createPublisher('std_msgs/msg/Int64', 'number');
  let next = 0n;
  node.createTimer(50_000_000n, () => numbers.publish({ data: next++ }));
  node.spin();
});
