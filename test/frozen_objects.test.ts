/** Programs that freeze what Orrery replaces run as others do. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import type { RunFile } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const GLOBALS = [
  ...['Math', 'Date', 'Date.prototype', 'JSON', 'Intl', 'console', 'crypto', 'Buffer', 'Error'],
  ...['Buffer.prototype', 'DataView.prototype', 'Atomics', 'FinalizationRegistry.prototype'],
  ...['Object.getPrototypeOf(performance)', 'globalThis', 'process'],
];
const MODULES = (
  'fs fs/promises child_process timers timers/promises os net http crypto perf_hooks worker_threads v8 module dns tls ' +
  'util'
).split(' ');
const HOLDERS = [...GLOBALS, ...MODULES.map((name) => `require('${name}')`)];

const PROGRAM = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('frozen');
  const publisher = node.createPublisher('std_msgs/msg/String', '/said');
  node.createTimer(200000000n, () => publisher.publish('x' + Date.now() + Math.random()));
  node.spin();
});`;

function run(name: string, first: string): RunFile {
  const program = sandbox.write('program.cjs', `${first};${PROGRAM}`);
  const record = join(sandbox.folder, name);
  orrery(['run', program, '--until', '0.5s', '--record', record]);
  return JSON.parse(readFileSync(join(record, 'run.json'), 'utf8')) as RunFile;
}

it('as if they had not frozen anything', () => {
  const wanted = run('none', '').digest.total;
  const runs = HOLDERS.map(
    (holder, i) => [holder, run(String(i), `Object.freeze(${holder})`)] as const,
  );
  expect(runs.map(([holder, { errors }]) => [holder, errors])).toEqual(
    HOLDERS.map((holder) => [holder, []]),
  );
  expect(runs.map(([holder, { digest }]) => [holder, digest.total])).toEqual(
    HOLDERS.map((holder) => [holder, wanted]),
  );
});

it('except for the variables, which nobody can freeze, as in Node.js', () => {
  const asking = `
    const found = ['freeze', 'seal', 'preventExtensions'].map((how) => {
      try {
        return Object[how](process.env) === process.env;
      } catch (error) {
        return error.name;
      }
    });
    found.push(Reflect.preventExtensions(process.env), Object.isExtensible(process.env));
    process.env.LATER = '1';
    found.push(Object.keys(process.env).includes('LATER'), process.env.LATER);
    console.log(JSON.stringify(found));`;
  const file = sandbox.write('variables.cjs', asking);
  const inNode = execFileSync(process.execPath, [file], { encoding: 'utf8' });
  const { stdout } = orrery(['run', file, '--record', join(sandbox.folder, 'variables')]);
  expect(stdout.split('\n')[0]).toBe(inNode.trim());
});
