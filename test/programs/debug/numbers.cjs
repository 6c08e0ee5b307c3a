const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('numbers');
  const numbers = node.createPublisher('std_msgs/msg/Int64', 'number');
  let last = 0;
  node.createTimer(100_000_000n, () => {
    last += 1 + Math.floor(Math.random() * 10);
    console.log(`number ${last}`);
    numbers.publish({ data: BigInt(last) });
  });
  node.spin();
});
