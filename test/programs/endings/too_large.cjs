// Publishes more than is allowed.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('big');
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', '/big');
  node.createTimer(100_000_000n, () => publisher.publish({ data: new Uint8Array(1000) }));
  node.spin();
});
