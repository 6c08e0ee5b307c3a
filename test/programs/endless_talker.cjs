// Publishes for as long as it is allowed to.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker');
  const publisher = node.createPublisher('std_msgs/msg/UInt64', '/count');
  let count = 0n;
  node.createTimer(1_000_000n, () => publisher.publish({ data: ++count }));
  node.spin();
});
