// Calls every function of Math whose bits differ between engines or processors, with arguments of
// all sizes, and publishes the results: one wrong bit changes the digest.
const rclnodejs = require('rclnodejs');

const ONE = [
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'exp',
].concat(['expm1', 'log', 'log10', 'log1p', 'log2', 'sin', 'sinh', 'sqrt', 'tan', 'tanh']);

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('float_storm');
  const publisher = node.createPublisher('std_msgs/msg/Float64MultiArray', 'floats');
  node.createTimer(10_000_000n, () => {
    const data = [];
    for (let i = 0; i < 20; i++) {
      const x = (Math.random() - 0.5) * 10 ** (Math.floor(Math.random() * 40) - 20);
      const y = Math.random();
      for (const name of ONE) data.push(Math[name](x), Math[name](y));
      data.push(Math.atan2(x, y), y ** x, Math.hypot(x, y, 1), x % y, (x * y + x) / 3);
    }
    publisher.publish({ layout: { dim: [], data_offset: 0 }, data });
  });
  node.spin();
}

main();
