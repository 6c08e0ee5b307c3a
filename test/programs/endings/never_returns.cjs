// Its second callback never returns.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('hangs');
  let count = 0;
  node.createTimer(100_000_000n, () => {
    if (++count === 2) {
      console.log('up');
      for (;;);
    }
  });
  node.spin();
});
