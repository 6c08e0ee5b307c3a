/** The command that `orrery sweep` prints for a row makes the same run again, however that run ended. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMAND, orrery, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
  node.createTimer(100_000_000n, () => publisher.publish({ data: Math.random() }));
  node.spin();
});`;
const MONITOR = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('monitor');
  node.createSubscription('std_msgs/msg/Float64', 'throw', () => {});
  node.spin();
});`;

interface Row {
  readonly status: string;
  readonly digest: string;
  readonly exit_code: number;
  readonly command: string;
}

/** What the shell makes of the command of a row. */
function repeat({ command }: Row): { readonly digest: string; readonly code: number | null } {
  const shell = `orrery() { "${process.execPath}" "${COMMAND}" "$@"; }\n${command} --no-record --json`;
  const { stdout, status } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' });
  const { digest } = JSON.parse(stdout) as { readonly digest: { readonly total: string } };
  return { digest: digest.total, code: status };
}

it('repeats rows that pass, that a check ends, and that fail at their end', () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'dice.cjs'), PROGRAM);
  writeFileSync(join(folder, 'monitor.cjs'), MONITOR);
  writeFileSync(
    join(folder, 'dice.yaml'),
    `system: [dice.cjs, --until, 1s]
seeds: 6
checks: ['topic:/throw: data < 0.92', 'eventually:/throw: data < 0.2', 'program:monitor.cjs']
recheck: 0
`,
  );
  const store = ['--store', join(folder, 'sweeps')];
  orrery(['sweep', join(folder, 'dice.yaml'), ...store, '--no-shrink', '-j', '1']);
  const { stdout } = orrery(['sweep', 'query', 'callbacks > 0', ...store, '--json']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['passed', 'failed']));
  for (const row of rows) {
    expect(repeat(row), row.command).toEqual({
      ...{ digest: row.digest, code: row.status === 'passed' ? 0 : 1 },
    });
  }
});
