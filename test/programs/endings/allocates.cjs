// A talker that keeps more and more.
const rclnodejs = require('rclnodejs');

const kept = [];

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker');
  const publisher = node.createPublisher('std_msgs/msg/Int64', '/count');
  node.createTimer(1_000_000n, () => {
    publisher.publish({ data: BigInt(kept.length) });
    kept.push(Array.from({ length: 5000 }, (_, i) => ({ i })));
  });
  node.spin();
});
