// What a node can observe of time and randomness, as numbers to compare.
import { randomUUID } from 'node:crypto';

import rclnodejs = require('rclnodejs');

const seen: unknown[] = [new Date().toISOString(), Math.random(), randomUUID(), process.pid];

async function main(): Promise<void> {
  await rclnodejs.init();
  const node = rclnodejs.createNode('clocks');
  setTimeout(() => {
    seen.push(Date.now(), performance.now(), process.hrtime.bigint().toString());
    console.log(JSON.stringify(seen));
  }, 1234.5);
  setInterval(() => {}, 1000).unref();
  rclnodejs.spin(node);
}

main();
