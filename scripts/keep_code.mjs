// Runs some short commands, so that the new build has what V8 compiles of it (`src/start`) before its first use.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TALKER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
  node.createTimer(100_000_000n, () => publisher.publish({ data: 'hello' }));
  node.createSubscription('std_msgs/msg/String', 'chatter', () => {});
  node.spin();
});
`;

/** @param dist - the folder of the build */
export function keepCode(dist) {
  const cwd = mkdtempSync(join(tmpdir(), 'orrery-code-'));
  try {
    writeFileSync(join(cwd, 'talker.cjs'), TALKER);
    for (const words of [
      ['run', 'talker.cjs', '--until', '1s', '--record', 'talker'],
      ['bag', 'info', 'talker'],
    ]) {
      const args = [join(dist, 'cli/main.js'), ...words];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(`orrery ${words.join(' ')} has failed: ${stderr}`);
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
