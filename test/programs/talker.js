// A CommonJS script with a timer, a private topic and a chatty top level.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
  let count = 0;
  node.createTimer(500_000_000n, () => publisher.publish(`hello ${++count}`));
  rclnodejs.spin(node);
});
