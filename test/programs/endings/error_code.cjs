// Says that the run is to end, as rslcpp's nodes do.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('judge');
  const verdict = node.createPublisher('std_msgs/msg/UInt8', '/orrery/error_code');
  node.createTimer(100_000_000n, () => verdict.publish({ data: 4 }));
  node.spin();
});
