// Publishes one megabyte a hundred times a second to four subscriptions.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('large');
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', 'data');
  const data = new Uint8Array(1_000_000).fill(7);
  for (let i = 0; i < 4; i++) {
    node.createSubscription('std_msgs/msg/UInt8MultiArray', 'data', () => {});
  }
  node.createTimer(10_000_000n, () => publisher.publish({ data }));
  rclnodejs.spin(node);
});
