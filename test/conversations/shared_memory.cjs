/** Awaits what another thread writes into their memory. */
const { Worker } = require('node:worker_threads');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const say = (data) => publisher.publish({ data: `${data} at ${Date.now()}` });
  const memory = new Int32Array(new SharedArrayBuffer(4));
  const code = `const memory = require('node:worker_threads').workerData;
    setInterval(() => { Atomics.add(memory, 0, 1); Atomics.notify(memory, 0); }, 1);`;
  new Worker(code, { eval: true, workerData: memory });
  node.createTimer(10_000_000n, async () => {
    await Atomics.waitAsync(memory, 0, Atomics.load(memory, 0)).value;
    say(memory[0]);
  });
  node.createTimer(3_000_000n, () => say('tick'));
  node.spin();
}
main();
