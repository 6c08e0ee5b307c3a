// Ends its process.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('ends');
  node.createTimer(100_000_000n, () => process.exit(3));
  node.spin();
});
