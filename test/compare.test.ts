/** `orrery compare`, as a user runs it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Comparison } from '../src/compare/index.js';
import { orrery } from './command_process.js';
import { COMMAND, program, temporaryDirectory } from './orrery_command.js';

const SYSTEM = [program('what_if/source.mjs'), program('what_if/sink.mjs')];
const folder = temporaryDirectory();
const models = join(folder, 'models.yaml');
writeFileSync(models, 'execution_times: [{node: /sink, time: {uniform: {min: 60ms, max: 120ms}}}]');

it('shows executors side by side, with figures over seeds and the first difference', () => {
  const csv = join(folder, 'runs.csv');
  const { stdout, stderr, status } = orrery([
    ...['compare', ...SYSTEM, '--until', '3s', '--models', models],
    ...['--executor', 'events,single', '--seeds', '2', '--json', '--csv', csv],
    ...['--metric', 'count(/out)', '--metric', 'last(/x:data)', '--metric', 'response(/sink)'],
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const { variants } = JSON.parse(stdout) as Comparison;
  expect(variants.map(({ name }) => name)).toEqual(['events', 'single']);
  for (const { runs } of variants) {
    expect(new Set(runs.map(({ digest }) => digest)).size).toBe(2);
    for (const { metrics } of runs) {
      expect(metrics['last(/x:data)']).toBe(30);
      expect(metrics['count(/out)']).toBeLessThan(30);
      expect(metrics['response(/sink)']).toBeGreaterThan(120);
    }
  }
  expect(variants[1]?.difference).toMatch(/^Callback \d+ /);
  expect(readFileSync(csv, 'utf8').split('\n')).toHaveLength(6);
});

it('refuses a metric of something that no run has, with a suggestion', () => {
  const { stderr, status } = orrery([
    ...['compare', ...SYSTEM, '--until', '1s', '--metric', 'rate(/outt)'],
  ]);
  expect(stderr).toMatch(/ORR_COMPARE_METRIC: .*"rate\(\/outt\)".* did you mean "\/out"/);
  expect(status).toBe(1);
});

it('compares sets of options, including those of launch files', () => {
  const launch = join(folder, 'system.launch.yaml');
  const nodes = SYSTEM.map((file) => `  - node: {exec: ${file}}\n`).join('');
  writeFileSync(launch, `launch:\n${nodes}`);
  const { stdout, status } = orrery([
    ...['compare', launch, '--until', '1s', '--metric', 'count(/x)'],
    ...['--variant', '--distro humble', '--variant', `--models ${models}`],
  ]);
  expect(status).toBe(0);
  const lines = stdout.split('\n');
  expect(lines[1]).toMatch(/^--distro humble .* 10$/);
  expect(lines[5]).toMatch(/ took a different time\.| ran at different times\.|order differs\.$/);
});

it('makes every run in a separate process if programs affect later runs', () => {
  const leaky = join(folder, 'leaky.cjs');
  writeFileSync(
    leaky,
    `const rclnodejs = require('rclnodejs');
const { runInThisContext } = require('node:vm');
// Nothing can detect or remove what a script declares.
let runs = 1;
try {
  runs = runInThisContext('++runs');
} catch {
  runInThisContext('let runs = 1');
}
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('leaky');
  const publisher = node.createPublisher('std_msgs/msg/Int64', '/runs');
  node.createTimer(100000000n, () => publisher.publish({ data: BigInt(runs) }));
  rclnodejs.spin(node);
});
`,
  );
  const words = ['compare', leaky, '--until', '1s', '--seeds', '3', '--jobs', '1', '--json'];
  const { stdout, stderr } = orrery([...words, '--metric', 'last(/runs:data)']);
  expect(stderr).toBe('');
  const [variant] = (JSON.parse(stdout) as Comparison).variants;
  expect(variant?.runs.map(({ metrics }) => metrics['last(/runs:data)'])).toEqual([1, 1, 1]);
});

it('refuses variants that it cannot compare, and says why one did not run', () => {
  expect(orrery(['compare', ...SYSTEM, '--executor', 'fast']).stderr).toMatch(
    /ORR_EXECUTOR_POLICY/,
  );
  const missing = orrery(['compare', 'nowhere.mjs', '--executor', 'events']);
  expect(missing.stderr).toMatch(/ORR_MODULE_NOT_FOUND: nowhere\.mjs does not exist/);
  expect(missing.status).toBe(1);
  const broken = join(folder, 'broken.models.yaml');
  writeFileSync(broken, 'spped: 3');
  expect(orrery(['compare', ...SYSTEM, '--variant', `--models ${broken}`]).stderr).toMatch(
    /"spped" is not known here/,
  );
});

it('ends at once when it is interrupted', async () => {
  const keep = join(folder, 'interrupted');
  const words = ['compare', ...SYSTEM, '--keep', keep, '--until', '1000000s', '--jobs', '1'];
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'ignore' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  while (!existsSync(join(keep, 'variant-1-seed-0'))) await sleep(20);
  child.kill('SIGINT');
  const code = await exit;
  expect(code).toBe(130);
});
