// A message that is more than 10 ms late comes after what it should come before.
const rclnodejs = require('rclnodejs');

(async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('robot');
  const stop = node.createPublisher('std_msgs/msg/Int32', '/stop');
  const drive = node.createPublisher('std_msgs/msg/Int32', '/drive');
  let ticks = 0;
  node.createTimer(10_000_000n, () => {
    ticks++;
    if (ticks % 10 === 5) stop.publish({ data: ticks });
    if (ticks % 10 === 6) drive.publish({ data: ticks });
  });
  const base = new rclnodejs.Node('base');
  let stopped = 0;
  base.createSubscription('std_msgs/msg/Int32', '/stop', ({ data }) => {
    stopped = data;
  });
  base.createSubscription('std_msgs/msg/Int32', '/drive', ({ data }) => {
    if (stopped !== data - 1) throw new Error(`drove at ${data} without the stop`);
  });
  node.spin();
  base.spin();
})();
