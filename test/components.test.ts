/** rslcpp's command line in a fresh project: packages from anywhere, in every form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);

const INDEX = 'install/share/ament_index/resource_index';

/** A component that prints its name, its parameter and its creation time, and ticks. */
const body = (name: string) => `
    const word = this.declareParameter(
      new rclnodejs.Parameter('word', rclnodejs.ParameterType.PARAMETER_STRING, '-'));
    console.log('${name}', this.getFullyQualifiedName(), word.value, this.now().nanoseconds);
    this.publisher = this.createPublisher('std_msgs/msg/String', 'out');
    this.createTimer(1_000_000_000n, () => this.publisher.publish({ data: '${name}' }));`;

beforeAll(() => {
  const manifest = (name: string, components: object) =>
    JSON.stringify({ name, type: 'module', orrery: { components } });
  // In a folder: an ES module, a TypeScript class.
  sandbox.write('src/esm_pkg/package.json', manifest('esm_pkg', { 'esm_pkg::Es': './es.js' }));
  sandbox.write(
    'src/esm_pkg/es.js',
    `import rclnodejs from 'rclnodejs';
     export class Es extends rclnodejs.Node {
       constructor(options) { super('es', '', undefined, options); ${body('es')} }
     }`,
  );
  sandbox.write('src/ts_pkg/package.json', manifest('ts_pkg', { 'ts_pkg::Typed': './typed.ts' }));
  sandbox.write(
    'src/ts_pkg/typed.ts',
    `import rclnodejs, { type NodeOptions } from 'rclnodejs';
     export default class Typed extends rclnodejs.Node {
       private publisher!: { publish(message: { data: string }): void };
       constructor(options: NodeOptions) { super('typed', '', undefined, options); ${body('ts')} }
     }`,
  );
  // In node_modules: a CommonJS factory.
  sandbox.write(
    'node_modules/cjs-pkg/package.json',
    JSON.stringify({ name: 'cjs-pkg', orrery: { components: { 'cjs_pkg::make': './make.cjs' } } }),
  );
  sandbox.write(
    'node_modules/cjs-pkg/make.cjs',
    `const rclnodejs = require('rclnodejs');
     exports.make = function make(options) {
       const node = new rclnodejs.Node('made', '', undefined, options);
       (function () { ${body('cjs')} }).call(node);
       return node;
     };`,
  );
  // In an ament prefix: an asynchronous factory.
  sandbox.write(`${INDEX}/packages/ament_pkg`, '');
  sandbox.write(
    `${INDEX}/rclcpp_components/ament_pkg`,
    'ament_pkg::Later;lib/later.mjs\nament_pkg::Native;lib/libnative.so\n',
  );
  sandbox.write(
    'install/lib/later.mjs',
    `import rclnodejs from 'rclnodejs';
     export async function Later(options) {
       const node = new rclnodejs.Node('later', '', undefined, options);
       (function () { ${body('ament')} }).call(node);
       return node;
     }`,
  );
  sandbox.write('install/lib/libnative.so', '');
  sandbox.write(
    'params.yaml',
    '/**:\n  ros__parameters: {word: all}\n/two:\n  ros__parameters: {word: two}\n',
  );
});
afterAll(() => sandbox.remove());

const ENVIRONMENT = { AMENT_PREFIX_PATH: `${sandbox.folder}/install` };
const run = (...args: string[]) =>
  sandbox.orrery(
    ['run', '--packages', 'src', '--no-record', '--until', '2s', ...args],
    ENVIRONMENT,
  );

it('runs components from folders, node_modules and an ament prefix on one command line', () => {
  const { lines, stderr } = run(
    ...['--component', 'esm_pkg', 'esm_pkg::Es', '--component-ros-args', '-p', 'word:=own'],
    ...['-r', '__node:=one', '-r', '__ns:=/ns', '-r', 'out:=/all'],
    ...['--component', 'esm_pkg', 'esm_pkg::Es', '--component-ros-args', '-r', '__node:=two'],
    ...['--component', 'ts_pkg', 'ts_pkg::Typed'],
    ...['--component', 'cjs_pkg', 'cjs_pkg::make'],
    ...['--component', 'ament_pkg', 'ament_pkg::Later'],
    ...['--ros-args', '-p', 'use_sim_time:=true', '-p', 'initial_time_ns_since_epoch:=0'],
    ...['--params-file', 'params.yaml'],
  );
  expect(stderr).toBe('');
  expect(lines.slice(0, 5)).toEqual([
    'es /ns/one own 0n',
    'es /two two 0n',
    'ts /typed all 0n',
    'cjs /made all 0n',
    'ament /later all 0n',
  ]);
  expect(lines.at(-2)).toContain('Done after 2.000 s');
});

it('says that a compiled component cannot be loaded', () => {
  const { status, stderr } = run('--component', 'ament_pkg', 'ament_pkg::Native');
  expect(status).toBe(1);
  expect(stderr).toContain('"ament_pkg::Native" is a compiled library');
});

describe('a file', () => {
  const BEEPER = `
    const { Node } = require('rclnodejs');
    class Beeper extends Node {
      constructor(options) {
        super('beeper', '', undefined, options);
        this.createTimer(1_000_000_000n, () => console.log('beep from', this.name()));
      }
    }`;

  it('is a component when it is asked for as one', () => {
    sandbox.write('beeper.cjs', `${BEEPER} module.exports = Beeper;`);
    const asked = ['--component', 'beeper.cjs', 'Beeper', '--component-ros-args'];
    const { lines, stderr } = run(...asked, '-r', '__node:=loud');
    expect(stderr).toBe('');
    expect(lines).toContain('beep from loud');
  });

  it.each([
    'module.exports = Beeper;',
    'module.exports = { Beeper };',
    'exports.default = Beeper;',
  ])('is not run when it only exports a class of nodes: %s', (exported) => {
    sandbox.write('beeper.cjs', `${BEEPER} ${exported}`);
    const { status, stderr } = run('beeper.cjs');
    expect(stderr).toContain('beeper.cjs exports the node class Beeper, but nothing has made a');
    expect(stderr).toContain('beeper.cjs Beeper)');
    expect(status).toBe(1);
  });

  it('is a script, whatever it exports', () => {
    sandbox.write(
      'script.cjs',
      `${BEEPER} module.exports = () => console.log('called');
       module.exports.Beeper = Beeper;
       require('rclnodejs').init().then(() => new Beeper().spin());`,
    );
    sandbox.write('script.mjs', "export default function main() { console.log('called'); }");
    for (const name of ['script.cjs', 'script.mjs']) {
      const { status, stdout, stderr } = run(name);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).not.toContain('called');
    }
  });
});
