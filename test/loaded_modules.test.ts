/** A run lists all its files, including those that are known only when it has loaded them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery, readRun, temporaryDirectory } from './orrery_command.js';

const directory = temporaryDirectory();
const NODE = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('a');
  node.createTimer(BigInt(require('./period.json').period), () => require('./late.cjs'));
  node.spin();
  import('./dynamic.mjs');
});`;

it('lists required, imported, JSON and late modules among its inputs', () => {
  const files: Record<string, string> = {
    'node.cjs': NODE,
    'period.json': '{"period": 100000000}',
    'late.cjs': '',
    'dynamic.mjs': "import './static.mjs';",
    'static.mjs': '',
  };
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const run = join(directory, 'run');
  // Orrery's own dependencies, such as the reader of parameter files, do not count.
  const parameters = join(directory, 'parameters.yaml');
  writeFileSync(parameters, 'a: {ros__parameters: {x: 1}}');
  const ros = ['--ros-args', '--params-file', parameters];
  const words = ['run', join(directory, 'node.cjs'), '--until', '1s', '--record', run, ...ros];
  expect(orrery(words).status).toBe(0);
  const { repeat } = readRun(run) as unknown as {
    readonly repeat: { readonly inputs: readonly { file: string; sha256: string }[] };
  };
  expect(repeat.inputs.map(({ file }) => basename(file)).sort()).toEqual(Object.keys(files).sort());
  expect(repeat.inputs.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
});
