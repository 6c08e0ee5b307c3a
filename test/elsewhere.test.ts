/** The disturbance of `orrery verify` that moves a system and Orrery to another folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeSystem } from '../src/launch/index.js';
import type { RunFile } from '../src/record/index.js';
import { UNDISTURBED } from '../src/verify/disturbances.js';
import { disturbedRun } from '../src/verify/disturbed_run.js';
import { copyElsewhere } from '../src/verify/elsewhere.js';
import { ROOT, temporaryDirectory } from './orrery_command.js';

/** What a program may say of where it is: with places in it, or not. */
const SAID: Readonly<Record<string, string>> = {
  nothing: `'none'`,
  'a line of the log': `(node.getLogger().info('here'), 'logged')`,
  'what a module of its own gives': `require('../lib/own.js').own`,
  'what a package gives': `require('some-package')`,
  'what a file beside it holds': `require('node:fs').readFileSync(__dirname + '/data.txt', 'utf8')`,
  'a stack': `new Error('x').stack`,
  'its folder': '__dirname',
  'a path that it resolves': `require.resolve('../lib/own.js')`,
};
const NAMES = Object.keys(SAID);
/** These say where they are. */
const PLACED = ['a stack', 'its folder', 'a path that it resolves'];

/** Each is a topic of one system, in a folder whose name is not easy. */
function makeSystem(): string {
  const folder = join(temporaryDirectory(), 'my (first) robot ü');
  for (const each of ['nodes', 'lib', 'node_modules/some-package']) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const files = {
    'package.json': '{}',
    'nodes/data.txt': 'data',
    'lib/own.js': `exports.own = 'own';`,
    'node_modules/some-package/index.js': `module.exports = 'package';`,
    'nodes/robot.js': `const rclnodejs = require('rclnodejs');
      rclnodejs.init().then(() => {
        const node = new rclnodejs.Node('robot');
        ${NAMES.map((_, i) => `const p${i} = node.createPublisher('std_msgs/msg/String', 't${i}');`).join('\n')}
        node.createTimer(10_000_000n, () => {
          ${NAMES.map((name, i) => `p${i}.publish({ data: ${SAID[name]} });`).join('\n')}
        });
        node.spin();
      });`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, 'nodes/robot.js');
}

const file = makeSystem();
const system = dirname(file);
const { config } = describeSystem({ files: [file] }, { until: '0.03s' });

let here: RunFile;
let there: RunFile;
beforeAll(async () => {
  const work = temporaryDirectory();
  const run = (moved: typeof config, name: string, installation: string) =>
    disturbedRun(moved, process.execPath, UNDISTURBED, join(work, name), { installation });
  here = await run(config, 'here', ROOT);
  const elsewhere = copyElsewhere(config, here, work);
  if (typeof elsewhere === 'string') throw new Error(elsewhere);
  there = await run(elsewhere.config, 'there', elsewhere.installation);
}, 120_000);

it.each(NAMES)('%s', (name) => {
  const topic = `/t${NAMES.indexOf(name)}`;
  expect(here.digest.topics[topic]).toBeDefined();
  expect(here.digest.topics[topic] === there.digest.topics[topic]).toBe(!PLACED.includes(name));
});

it('runs without errors in both places, and logs the same', () => {
  expect([here.errors, there.errors]).toEqual([[], []]);
  expect(there.digest.topics['/rosout']).toBe(here.digest.topics['/rosout']);
});

it('knows the modules that were required, also later and from packages', () => {
  const names = here.repeat.inputs.map(({ file }) => relative(system, file).replaceAll('\\', '/'));
  expect(names).toEqual(
    expect.arrayContaining(['robot.js', '../lib/own.js', '../node_modules/some-package/index.js']),
  );
});

it('says why there is nothing to copy', () => {
  const none = { ...here, repeat: { ...here.repeat, inputs: [] } };
  expect(copyElsewhere(config, none, temporaryDirectory())).toContain('no files of its own');
});
