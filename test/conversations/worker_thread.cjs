/** Hands work to a thread, publishes its answers, and ends it. */
const { Worker } = require('node:worker_threads');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('planner');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', (n) => parentPort.postMessage(n * n));`,
    { eval: true },
  );
  worker.on('message', (n) => publisher.publish({ data: `${n} at ${Date.now()}` }));
  let asked = 0;
  const timer = node.createTimer(20_000_000n, async () => {
    worker.postMessage(asked++);
    if (asked < 10) return;
    node.destroyTimer(timer);
    const code = await worker.terminate();
    publisher.publish({ data: `ended with ${code} at ${Date.now()}` });
  });
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
}
main();
