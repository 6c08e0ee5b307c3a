// Goes on until it gets a signal, which it deals with itself.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('listens');
  let count = 0;
  process.on('SIGTERM', () => process.exit(6));
  node.createTimer(1_000_000n, () => {
    if (++count === 10) console.log('up');
  });
  node.spin();
});
