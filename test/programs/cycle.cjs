// Two nodes that feed each other without delay.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  for (const [name, from, to] of [
    ['ping', '/b', '/a'],
    ['pong', '/a', '/b'],
  ]) {
    const node = rclnodejs.createNode(name);
    const publisher = node.createPublisher('std_msgs/msg/Empty', to);
    node.createSubscription('std_msgs/msg/Empty', from, () => publisher.publish({}));
    if (name === 'ping') node.createTimer(1_000_000_000n, () => publisher.publish({}));
    node.spin();
  }
});
