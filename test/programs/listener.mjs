// An ES module that waits for real I/O and virtual time before it listens.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import rclnodejs, { Node } from 'rclnodejs';

await readFile(new URL(import.meta.url), 'utf8');
const before = Date.now();
await sleep(100);
console.log(`slept ${Date.now() - before} ms`);

await rclnodejs.init();
const node = new Node('listener');
node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => {
  console.log(`${Date.now()} ${data}`);
});
node.spin();
