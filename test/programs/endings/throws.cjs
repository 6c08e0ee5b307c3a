// A callback throws.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('thrower');
  node.createTimer(100_000_000n, () => {
    throw new Error('boom');
  });
  node.spin();
});
