// A timer sends messages to a forked child, which answers each; the answers are published.
const { fork } = require('node:child_process');

if (process.send !== undefined) {
  process.send(0);
  process.on('message', (n) => process.send(2 * n));
} else {
  const rclnodejs = require('rclnodejs');
  rclnodejs.init().then(() => {
    const node = rclnodejs.createNode('asker');
    const publisher = node.createPublisher('std_msgs/msg/Int64', '/answers');
    const child = fork(__filename);
    child.on('exit', (code) => publisher.publish({ data: BigInt(code - 1) }));
    let count = 0;
    child.on('message', (n) => publisher.publish({ data: BigInt(n) }));
    const timer = node.createTimer(10_000_000n, () => {
      child.send(++count);
      if (count < 20) return;
      node.destroyTimer(timer);
      child.disconnect();
    });
    node.spin();
  });
}
