// Goes on for ever, and says so when it has begun and from time to time.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('endless');
  let count = 0;
  node.createTimer(1_000_000n, () => {
    if (++count % 50_000 === 10) console.log('up');
  });
  node.spin();
});
