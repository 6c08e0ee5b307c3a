// Goes on for ever, and says when it has begun.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('endless');
  let count = 0;
  node.createTimer(1_000_000n, () => {
    if (++count === 10) console.log('up');
  });
  node.spin();
});
