// Its callback awaits a child process that takes its time.
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('host');
  const timer = node.createTimer(10_000_000n, async () => {
    timer.cancel();
    await promisify(execFile)('sleep', ['30']);
  });
  node.spin();
});
