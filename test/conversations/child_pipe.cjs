/** Talks with a child over its pipes, and ends it by closing them. */
const { spawn } = require('node:child_process');
const rclnodejs = require('rclnodejs');

async function main() {
  await rclnodejs.init();
  const node = new rclnodejs.Node('planner');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const child = spawn('cat');
  child.stdout.on('data', (data) => publisher.publish({ data: `${data} at ${Date.now()}` }));
  child.on('close', (code) => publisher.publish({ data: `ended with ${code} at ${Date.now()}` }));
  let asked = 0;
  const timer = node.createTimer(20_000_000n, () => {
    child.stdin.write(`question ${asked++}`);
    if (asked < 10) return;
    node.destroyTimer(timer);
    child.stdin.end();
  });
  node.createTimer(3_000_000n, () => publisher.publish({ data: 'tick' }));
  node.spin();
}
main();
