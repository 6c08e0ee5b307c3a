/** `char` is uint8 in ROS 2: everything that shows messages, or compares them with user input, treats it so. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OpenedRun } from '../src/studio/page/engine/opened_run.js';
import { TopicReader } from '../src/studio/page/engine/topic_reader.js';
import { Sandbox } from './sandbox.js';

// In a browser, these are files that the page has mounted.
vi.mock('../src/studio/page/platform/fs.js', () => import('node:fs'));

const NODE = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('letters');
  const letters = node.createPublisher('std_msgs/msg/Char', '/letter');
  const filtered = { contentFilter: { expression: 'data > 150' } };
  node.createSubscription('std_msgs/msg/Char', '/letter', filtered, () => console.log('large'));
  let data = Number(process.env.FIRST ?? 199);
  node.createTimer(10_000_000n, () => letters.publish({ data: data++ }));
  node.spin();
});`;

const sandbox = new Sandbox();
beforeAll(() => {
  sandbox.write('letters.cjs', NODE);
  const run = (...more: string[]) => sandbox.orrery(['run', 'letters.cjs', ...more]);
  expect(run('--until', '25ms', '--record', 'a').stdout.match(/large/g)).toHaveLength(2);
  sandbox.write('other.cjs', NODE.replace('199', '201'));
  expect(sandbox.orrery(['run', 'other.cjs', '--until', '25ms', '--record', 'b']).status).toBe(0);
});
afterAll(() => sandbox.remove());

const shownBy: readonly (readonly [command: string, expected: RegExp])[] = [
  ['topic echo /letter --run a', /^data: 200$/m],
  ['bag cat a --topics /letter', /\b200\b/],
  ['bag diff a b', /data: 199 and 201/],
  ['diff a b', /\b199\b.*\b201\b/s],
  ['ask /letter:data>=200 a', /0\.02/],
  ['run letters.cjs --until-topic /letter:data>=200 --no-record', /0\.02/],
  ['debug a --callback 4 --command message', /^ {2}data: 200$/m],
];
for (const [command, expected] of shownBy) {
  it(`orrery ${command}`, () => {
    const { stdout, stderr } = sandbox.orrery(command.split(' '));
    expect(stdout + stderr).toMatch(expected);
    expect(stdout + stderr).not.toMatch(/-5[5-7]/);
  });
}

it('the studio', async () => {
  const reader = new TopicReader(await OpenedRun.open(join(sandbox.folder, 'a'), 'a'));
  expect(reader.message('/letter', 20e6)?.text.trim()).toBe('data: 200');
  expect([...reader.series('/letter', 'data').values]).toEqual([199, 200]);
});
