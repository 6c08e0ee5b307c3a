/** Watches a file that it writes. */
const fs = require('node:fs');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  const file = process.env.PLACE;
  fs.watchFile(file, { interval: 10 }, ({ size }) => say(size));
  node.createTimer(50_000_000n, () => fs.appendFileSync(file, 'more'));
  node.createTimer(3_000_000n, () => say('tick'));
  node.spin();
}
main();
