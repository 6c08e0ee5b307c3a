/** Processes of a launched system: what they share, and how they end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);

/** A node that prints its name and a count each second; runs `code` first. */
const node = (name: string, code: string, options = '') => `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('${name}');
  let n = 0;
  node.createTimer(1_000_000_000n, ${options} () => {
    n += 1;
    ${code}
    console.log(node.name(), n);
  });
  node.spin();
});`;

function launch(text: string, ...args: string[]) {
  sandbox.write('test.launch.yaml', text);
  const options = ['--packages', 'demo', '--no-record', '--until', '5s', ...args];
  return sandbox.orrery(['launch', 'test.launch.yaml', ...options]);
}

const nodeLines = (lines: readonly string[]) => lines.filter((line) => /^\w+ \d+$/.test(line));

beforeAll(() => {
  const executables = { good: './good.cjs', bad: './bad.cjs', rejects: './rejects.cjs' };
  const components = { 'demo::Pair': './pair.cjs' };
  sandbox.write(
    'demo/package.json',
    JSON.stringify({
      name: 'demo',
      orrery: { components, executables: { ...executables, lazy: './lazy.cjs' } },
    }),
  );
  sandbox.write('demo/good.cjs', node('good', ''));
  sandbox.write('demo/bad.cjs', node('bad', "if (n === 2) throw new Error('boom');"));
  sandbox.write(
    'demo/rejects.cjs',
    node('rejects', "if (n === 2) throw new Error('no');", 'async'),
  );
  sandbox.write('demo/shared.cjs', 'exports.count = 0;');
  sandbox.write('demo/lazy.cjs', node('lazy', "n = ++require('./shared.cjs').count;"));
  sandbox.write(
    'demo/pair.cjs',
    `const { Node } = require('rclnodejs');
     module.exports = class Pair extends Node {
       constructor(options) {
         super('pair', '', undefined, options);
         let n = 0;
         this.createTimer(1_000_000_000n, () => {
           n += 1;
           if (n === 2 && this.name() === 'first') throw new Error('boom');
           console.log(this.name(), n);
         });
       }
     };`,
  );
});
afterAll(() => sandbox.remove());

describe('a callback that throws', () => {
  it.each([
    ['bad', 'threw Error: boom'],
    ['rejects', 'left a rejected promise behind: Error: no'],
  ])('ends its process (%s) and no other; the run fails at the end', (name, text) => {
    const { status, lines, stderr } = launch(
      `launch: [{node: {pkg: demo, exec: good}}, {node: {pkg: demo, exec: ${name}}}]`,
      ...['--junit', 'result.xml'],
    );
    const mine = nodeLines(lines);
    expect(mine.filter((line) => line.startsWith('good'))).toHaveLength(5);
    expect(mine.filter((line) => line.startsWith(name))).toEqual([`${name} 1`]);
    expect(stderr).toMatch(
      new RegExp(
        `ORR_PROCESS_DIED: The process "${name}" died at 2.000 s of virtual time with exit code 1: The callback of timer [\\d.]+ ms of /${name} ${text}\nError: `,
      ),
    );
    expect(status).toBe(1);
    expect(sandbox.read('result.xml')).toContain('<error message="ORR_PROCESS_DIED: ');
  });

  it('is a warning if the launch file handles it', () => {
    const { status, lines, stderr } = launch(`
launch:
- node: {pkg: demo, exec: bad, respawn: true, respawn_delay: 0.5, respawn_max_retries: 1}
- on_process_exit: {target: rejects, children: [{log: {message: it is gone}}]}
- node: {pkg: demo, exec: rejects}`);
    expect(nodeLines(lines)).toEqual(['bad 1', 'rejects 1', 'bad 1']);
    expect(stderr.match(/it is gone/g)).toHaveLength(1);
    expect(stderr).toContain('warning: The process "bad" died at 4.500 s');
    // Its only respawn has been used by then.
    expect(stderr).toContain(
      'ORR_PROCESS_DIED: The process "bad" ended with exit code 1 and is not',
    );
    expect(status).toBe(1);
  });

  it('shuts the system down when its process is required', () => {
    const { status, lines } = launch(
      'launch: [{node: {pkg: demo, exec: good}}, {node: {pkg: demo, exec: bad, on_exit: shutdown}}]',
    );
    expect(lines.at(-2)).toContain('Process ended (bad ended with exit code 1) after 2.000 s');
    expect(status).toBe(1);
  });

  it('takes the other components of its container with it', () => {
    const { lines } = launch(`
launch:
- node_container:
    pkg: rclcpp_components
    exec: component_container
    name: box
    namespace: ''
    composable_node:
    - {pkg: demo, plugin: 'demo::Pair', name: first}
    - {pkg: demo, plugin: 'demo::Pair', name: second}`);
    expect(nodeLines(lines).filter((line) => !line.endsWith(' 1'))).toEqual([]);
    expect(nodeLines(lines)).toHaveLength(2);
  });

  it('ends a run of plain programs', () => {
    const { status, stderr, lines } = sandbox.orrery([
      'run',
      'demo/bad.cjs',
      'demo/good.cjs',
      '--no-record',
      '--until',
      '5s',
    ]);
    expect(lines.at(-2)).toContain('Failed after 2.000 s');
    expect(stderr).toMatch(
      /ORR_CALLBACK_THREW: The callback of timer [\d.]+ ms of \/bad threw Error: boom/,
    );
    expect(status).toBe(1);
  });
});

it('a module that is required inside a callback is the one of that process', () => {
  const { lines } = launch(`
launch:
- node: {pkg: demo, exec: lazy, name: a}
- node: {pkg: demo, exec: lazy, name: b}`);
  for (const name of ['a', 'b']) {
    const mine = nodeLines(lines).filter((line) => line.startsWith(name));
    expect(mine).toEqual([1, 2, 3, 4, 5].map((n) => `${name} ${n}`));
  }
});
