// Asks for a look 3 ms after each image.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('clock');
  const looks = node.createPublisher('std_msgs/msg/Empty', 'look');
  const start = node.createTimer(3_000_000n, () => {
    start.cancel();
    node.createTimer(100_000_000n, () => looks.publish({}));
  });
  node.spin();
});
