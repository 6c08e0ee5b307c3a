// The cost of moving back and forth within a recorded run of a million callbacks.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDebugSession } from '../dist/index.js';

const TALKER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker');
  const publisher = node.createPublisher('std_msgs/msg/Int64', '/x');
  let n = 0;
  node.createTimer(1000000n, () => publisher.publish({ data: BigInt(n++) }));
  node.spin();
});
`;
const LISTENER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('listener');
  let sum = 0n;
  node.createSubscription('std_msgs/msg/Int64', '/x', (message) => {
    sum += message.data;
  });
  node.spin();
});
`;

const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const [talker, listener, run] = ['talker.cjs', 'listener.cjs', 'run'].map((n) => join(folder, n));

async function measure(name, action) {
  const start = performance.now();
  await action();
  console.log(`${name.padEnd(30)} ${((performance.now() - start) / 1000).toFixed(2)} s`);
}

try {
  writeFileSync(talker, TALKER);
  writeFileSync(listener, LISTENER);
  const words = ['run', talker, listener, '--until', '500s', '--record', run];
  await measure('recording 1,000,000 callbacks', async () =>
    execFileSync(process.execPath, [command, ...words], { stdio: 'ignore' }),
  );
  const session = await openDebugSession(run);
  await measure('start, to #1', () => session.to({ callback: 1 }));
  await measure('on to #1000000', () => session.to({ callback: 1_000_000 }));
  await measure('back, at once', () => session.back());
  await new Promise((resolve) => setTimeout(resolve, 8000));
  await measure('back, with a spare process', () => session.back());
  await measure('next', () => session.next());
  await measure('who /x', async () => session.who('/x'));
  await measure('why', async () => session.why());
  await session.break('/x');
  await measure('reverse-continue', () => session.reverseContinue());
  await session.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
