/** Talks with a worker of a cluster. */
const cluster = require('node:cluster');

async function main() {
  const rclnodejs = require('rclnodejs');
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const worker = cluster.fork();
  worker.on('message', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
  let asked = 0;
  node.createTimer(50_000_000n, () => worker.send(asked++));
  node.spin();
}
if (cluster.isPrimary) main();
else process.on('message', (message) => process.send(`re ${message}`));
