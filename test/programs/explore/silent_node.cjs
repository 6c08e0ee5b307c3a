// One node ticks, the other one never does anything.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const silent = new rclnodejs.Node('silent');
  const clock = new rclnodejs.Node('clock');
  const tick = clock.createPublisher('std_msgs/msg/Int32', '/tick');
  clock.createTimer(100_000_000n, () => tick.publish({ data: 1 }));
  for (const node of [silent, clock]) node.spin();
});
