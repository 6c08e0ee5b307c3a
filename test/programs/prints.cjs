// A node that prints to stdout and to stderr in turns, within one callback and from one to the next.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('printer');
  let lines = 0;
  const timer = node.createTimer(1_000_000n, () => {
    for (let i = 0; i < 10; i++, lines++) {
      if (lines % 2 === 0) console.log(`line ${lines}`);
      else console.error(`line ${lines}`);
    }
    if (lines === 100) node.destroyTimer(timer);
  });
  node.spin();
});
