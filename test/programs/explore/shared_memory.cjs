// Two nodes of one process count together.
const rclnodejs = require('rclnodejs');

(async () => {
  await rclnodejs.init();
  let count = 0;
  for (const name of ['a', 'b']) {
    const node = new rclnodejs.Node(name);
    const publisher = node.createPublisher('std_msgs/msg/Int32', `/count_${name}`);
    node.createTimer(100_000_000n, () => publisher.publish({ data: ++count }));
    node.spin();
  }
})();
