/** What commands leave beside a program in Python does not make the runs of its campaign those of another system. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { COMMAND, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `import random
import rclpy
from std_msgs.msg import Float64
rclpy.init()
node = rclpy.create_node('dice')
values = node.create_publisher(Float64, 'value', 10)
node.create_timer(0.1, lambda: values.publish(Float64(data=random.random())))
rclpy.spin(node)
`;

const folder = temporaryDirectory();
writeFileSync(join(folder, 'dice.py'), PROGRAM);
writeFileSync(join(folder, 'dice.yaml'), 'system: [dice.py, --until, 0.25s]\nseeds: 3\n');
const sweep = (...words: string[]) => orrery(['sweep', ...words], { cwd: folder });
const system = ['dice.py', '--until', '0.25s'];

it.each<[string, () => unknown]>([
  ['a run', () => orrery(['run', ...system, '--seed', '2'], { cwd: folder })],
  ['tables', () => ['t.csv', 't.jsonl', 't.parquet'].map((name) => sweep('export', name))],
  ['a page', () => sweep('show', '--html', 'page.html')],
  ['a schedule', () => writeFileSync(join(folder, 's.json'), '{"format":"orrery-schedule/1"}')],
  ['its own output', () => intoFile('out.txt', 'sweep', 'show')],
])('%s', (_what, leave) => {
  expect(sweep('dice.yaml', '-j', '1').status).toBe(0);
  leave();
  expect(sweep('show').stdout).toMatch(/^dice: 3 of 3 runs\n/);
});

it('says which file has changed where it does matter', () => {
  writeFileSync(join(folder, 'ways.csv'), '1');
  const { stdout } = sweep('show');
  expect(stdout).toMatch(/^dice: 0 of 3 runs; 3 made before a file in the folder .* changed\n/);
  expect(sweep('dice.yaml', '-j', '1').stderr).toContain('3 runs made');
});

it('also what a campaign itself prints into the folder', () => {
  intoFile('log.txt', 'sweep', 'dice.yaml', '-j', '1');
  expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toMatch(/^dice: 3 of 3 runs\n/);
  expect(sweep('dice.yaml', '-j', '1').stderr).toContain('0 runs made, 3 known before');
});

function intoFile(name: string, ...words: string[]): void {
  const file = openSync(join(folder, name), 'w');
  const { status } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  expect(status, readFileSync(join(folder, name), 'utf8')).toBe(0);
}
