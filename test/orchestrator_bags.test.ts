/** Recordings as input for processes, with gaps and late messages: two runs give the same recording. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** Every tenth message is missing, and each is up to 4 ms late. */
const SOURCE = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('source');
const publisher = node.createPublisher('std_msgs/msg/String', 'm');
let [state, count] = [1, 0];
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
node.createTimer(20_000_000n, () => {
  const data = 'm' + count++;
  if (random() > 0.1) setTimeout(() => publisher.publish({ data }), 4 * random());
});
rclnodejs.spin(node);
`;

it.skipIf(peers.ros === undefined)(
  'a recording with gaps and jitter gives the same recording twice',
  () => {
    sandbox.write('source.mjs', SOURCE);
    const recorded = sandbox.orrery(['run', 'source.mjs', '--until', '0.6s', '--record', 'input']);
    expect(recorded.status, recorded.stderr).toBe(0);
    const nodes = {
      p1: '--sub /m --sleep 0.004±0.004 --pub /d',
      p2: '--sub /m --sleep 0.004±0.004 --pub /d --pub /d',
      t: '--sub /d --sleep 0.002±0.002 --pub /seen',
    };
    const lines = Object.entries(nodes).map(
      ([node, words]) =>
        `  <executable output="screen" cmd="${peers.ros} --node ${node} ${words}"/>`,
    );
    sandbox.write('bag.launch.xml', `<launch>\n${lines.join('\n')}\n</launch>\n`);
    const outputs = ['first', 'second'].map((folder) => {
      const input = join('input', 'recording.mcap');
      const words = ['launch', 'bag.launch.xml', '--bag', input, '--until', '0.6s', '--strict'];
      const { status, stdout, stderr } = sandbox.orrery([...words, '--record', folder]);
      expect(status, stdout + stderr).toBe(0);
      expect([...stdout.matchAll(/"said":"t\(/g)].length).toBeGreaterThan(60);
      return readFileSync(join(sandbox.folder, folder, 'recording.mcap'));
    });
    expect(outputs[0]!.equals(outputs[1]!)).toBe(true);
  },
);
