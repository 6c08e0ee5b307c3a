// Its callback awaits a connection that nobody makes.
const { once } = require('node:events');
const { createServer } = require('node:net');
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('host');
  const timer = node.createTimer(10_000_000n, async () => {
    timer.cancel();
    await once(createServer().listen(0, '127.0.0.1'), 'connection');
  });
  node.spin();
});
