// Counts on a topic, five times a second, for ever.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker');
  const publisher = node.createPublisher('std_msgs/msg/UInt8', '/count');
  let count = 0;
  node.createTimer(200_000_000n, () => publisher.publish({ data: ++count % 256 }));
  node.spin();
});
