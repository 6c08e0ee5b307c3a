// Ends itself as kill(1) would.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('tired');
  node.createTimer(100_000_000n, () => process.kill(process.pid, 'SIGTERM'));
  node.spin();
});
