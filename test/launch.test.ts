/** `orrery run --component` and `orrery launch`, as a user runs them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery as runCommand } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(runCommand);
const write = (name: string, text: string) => sandbox.write(name, text);
const orrery = (...args: string[]) => sandbox.orrery(args);

/** Runs a launch file and leaves nothing behind. */
function launch(text: string, ...args: string[]) {
  const file = write('test.launch.yaml', text);
  return orrery('launch', file, '--packages', 'demo', '--no-record', '--until', '5s', ...args);
}

const MANIFEST = {
  name: 'demo',
  orrery: {
    components: { 'demo::Talker': './talker.mjs', 'demo::listen': './listen.cjs' },
    executables: { tick: './tick.mjs', count: './count.cjs', stuck: './stuck.mjs' },
  },
};

const TALKER = `
import rclnodejs from 'rclnodejs';
import { made } from './shared.mjs';
export class Talker extends rclnodejs.Node {
  constructor(options) {
    super('talker', '', undefined, options);
    const { Parameter, ParameterType } = rclnodejs;
    const word = this.declareParameter(new Parameter('word', ParameterType.PARAMETER_STRING, '-'));
    console.log(this.getFullyQualifiedName(), word.value, this.now().nanoseconds, ++made.count);
    const publisher = this.createPublisher('std_msgs/msg/String', 'chatter');
    this.createTimer(1_000_000_000n, () => {
      publisher.publish({ data: word.value + ' ' + this.now().nanoseconds });
    });
  }
}`;

/**
 * Prints its arguments and how often its process has loaded it; ends after 2 s if it is told to.
 */
const TICK = `
import rclnodejs from 'rclnodejs';
import { made } from './shared.mjs';
await rclnodejs.init();
const node = new rclnodejs.Node('tick');
const { argv, env } = process;
console.log(node.getFullyQualifiedName(), argv[2] ?? '', env.TICK_MODE ?? '', ++made.count);
const publisher = node.createPublisher('std_msgs/msg/UInt8', 'ticks');
let n = 0;
node.createTimer(1_000_000_000n, () => {
  publisher.publish({ data: ++n % 256 });
  console.log(node.getFullyQualifiedName(), 'ticks', process.argv[2] ?? '');
  if (n === 2 && process.argv[2] === 'end') process.exit(3);
});
node.spin();`;

beforeAll(() => {
  write('demo/package.json', JSON.stringify(MANIFEST));
  write('demo/shared.mjs', 'export const made = { count: 0 };');
  write('demo/shared.cjs', 'exports.count = 0;');
  write('demo/talker.mjs', TALKER);
  write('demo/tick.mjs', TICK);
  write(
    'demo/listen.cjs',
    `const rclnodejs = require('rclnodejs');
     module.exports = function listen() {
       const node = new rclnodejs.Node('listener');
       node.createSubscription('std_msgs/msg/String', 'chatter', (m) => console.log('heard', m.data));
       return node;
     };`,
  );
  write(
    'demo/count.cjs',
    `const shared = require('./shared.cjs');
     console.log('count', ++shared.count, require.main === module);`,
  );
  write(
    'demo/stuck.mjs',
    `import rclnodejs from 'rclnodejs';
     await rclnodejs.init();
     const node = new rclnodejs.Node('stuck');
     node.createService('lifecycle_msgs/srv/ChangeState', '~/change_state', () => {});
     node.createService('lifecycle_msgs/srv/GetState', '~/get_state', () => {});
     node.spin();`,
  );
});
afterAll(() => sandbox.remove());

describe('orrery run --component', () => {
  it('makes several instances at time 0, then the clock jumps, as in rslcpp', () => {
    write(
      'params.yaml',
      '/**:\n  ros__parameters: {word: all}\n/b:\n  ros__parameters: {word: b}\n',
    );
    const { lines, stderr } = orrery(
      ...['run', '--packages', 'demo', '--no-record', '--until', '1s'],
      ...['--component', 'demo', 'demo::Talker', '--component-ros-args', '-p', 'word:=own'],
      ...['--component', 'demo', 'demo::Talker', '--component-ros-args', '-r', '__node:=b'],
      ...['--component', 'demo', 'demo::listen'],
      ...['--ros-args', '-p', 'use_sim_time:=true', '--params-file', 'params.yaml'],
      ...['-p', 'initial_time_ns_since_epoch:=7000000000'],
    );
    expect(stderr).toBe('');
    expect(lines.slice(0, 6)).toEqual([
      '/talker own 0n 1',
      '/b b 0n 2',
      'heard own 7000000000',
      'heard b 7000000000',
      'heard own 8000000000',
      'heard b 8000000000',
    ]);
  });

  it('names all components that cannot be found', () => {
    const { status, stderr } = orrery(
      ...['run', '--packages', 'demo', '--component', 'demo', 'demo::Talkr'],
      ...['--component', 'dome', 'demo::Talker'],
    );
    expect(status).toBe(1);
    expect(stderr).toContain('has no component "demo::Talkr"; did you mean "demo::Talker"?');
    expect(stderr).toContain('The package "dome" was not found; did you mean "demo"?');
  });
});

describe('orrery launch', () => {
  it('gives every process its own modules, arguments and environment', () => {
    const { lines } = launch(`
launch:
- node: {pkg: demo, exec: tick, name: a, args: x, env: [{name: TICK_MODE, value: sim}]}
- node: {pkg: demo, exec: tick, name: a, namespace: r2}
- executable: {cmd: node demo/count.cjs}
- executable: {cmd: node demo/count.cjs}
- node_container:
    pkg: rclcpp_components
    exec: component_container
    name: box
    namespace: ''
    composable_node:
    - {pkg: demo, plugin: 'demo::Talker', name: t1, param: [{name: word, value: one}]}
    - {pkg: demo, plugin: 'demo::Talker', name: t2, namespace: c}
`);
    expect(lines.slice(0, 8)).toEqual([
      '/a x sim 1',
      '/r2/a --ros-args  1',
      'count 1 true',
      'count 1 true',
      '/t1 one 0n 1',
      '/c/t2 - 0n 2',
      '/a ticks x',
      '/r2/a ticks --ros-args',
    ]);
  });

  it('gives every process its own modules from CommonJS imports', () => {
    write('demo/counted.mjs', 'let count = 0; export const next = () => ++count;');
    write('demo/data.json', '{ "count": 0 }');
    write(
      'demo/imports.cjs',
      `setTimeout(async () => {
         const { next } = await import('./counted.mjs');
         const { default: data } = await import('./data.json', { with: { type: 'json' } });
         console.log('imported', next(), ++data.count);
       }, 10);`,
    );
    const { lines } = launch(`
launch:
- executable: {cmd: node demo/imports.cjs}
- executable: {cmd: node demo/imports.cjs}
`);
    expect(lines.slice(0, 2)).toEqual(['imported 1 1', 'imported 1 1']);
  });

  it('starts programs later, when a process ends, and again', () => {
    const { lines, stderr, status } = launch(`
launch:
- node: {pkg: demo, exec: tick, name: a, args: end, respawn: true, respawn_delay: 0.5, respawn_max_retries: 1}
- on_process_exit:
    target: a
    children: [{log: {level: info, message: gone}}]
- timer:
    period: 1.5
    children: [{node: {pkg: demo, exec: count}}]
`);
    expect(lines.slice(0, -2)).toEqual([
      '/a end  1',
      '/a ticks end',
      'count 1 true',
      '/a ticks end',
      '/a end  1',
      '/a ticks end',
      '/a ticks end',
    ]);
    expect(stderr.match(/^\[INFO\] \[launch\]: gone$/gm)).toHaveLength(2);
    expect(stderr).toContain('its respawns (respawn_max_retries: 1) are used up');
    expect(status).toBe(1);
  });

  it('reports mistakes of all kinds at once, each with its place', () => {
    const { status, stderr } = launch(`
launch:
- node: {pkg: demo, exec: tock}
- node: {pkg: dome, exec: tick}
- load_composable_node: {target: /box, composable_node: [{pkg: demo, plugin: 'demo::Talker'}]}
- node: {pkg: demo, exec: tick, parm: 1}
- executable: {cmd: /nowhere/true}
- let: {name: x, value: $(var y)}
`);
    expect(status).toBe(1);
    const places = [...stderr.matchAll(/test\.launch\.yaml:(\d+):\d+: /g)].map(([, line]) => line);
    expect(places).toEqual(['3', '4', '5', '6', '7', '8']);
  });

  it('reports a lifecycle transition that never returns', () => {
    const { stderr } = launch(
      `
launch:
- node: {pkg: demo, exec: stuck, name: stuck}
- node:
    pkg: nav2_lifecycle_manager
    exec: lifecycle_manager
    name: manager
    param: [{name: node_names, value: [stuck]}, {name: autostart, value: true}]
`,
      '--until',
      '10s',
    );
    expect(stderr).toContain(
      'warning: /manager: The transition "configure" of /stuck has not returned for 5 s.',
    );
  });
});

describe('a run ends', () => {
  const SYSTEM = 'launch: [{node: {pkg: demo, exec: tick, name: a, args: end}}]';

  it.each([
    [['--until-topic', '/ticks: data >= 2'], 0, 'Condition fulfilled (/ticks: data >= 2)', 13],
    [['--until-exit', 'a'], 3, 'Process ended (a ended with exit code 3)', 3],
    [['--monitor-timeout', '1s'], 0, 'Ended by the monitor (1 s)', 12],
    [['--until', '1s'], 0, 'Done', 11],
    [['--until-topic', '/ticks: data > 9'], 124, 'Done without the condition it waited for', 124],
  ])('by %j', (args, code, text, ownCode) => {
    // A process that fails before that is an error, unless its end is awaited.
    const system = code === 0 ? SYSTEM.replace('args: end', 'args: on') : SYSTEM;
    const { status, lines } = launch(system, ...args);
    expect(lines.at(-2)).toContain(`${text} after `);
    expect(status).toBe(code);
    expect(launch(system, ...args, '--exit-code-by-end').status).toBe(ownCode);
  });

  it('when its wall limit is reached, and notes that in JUnit XML', () => {
    const { status, lines } = launch(
      SYSTEM.replace('args: end', 'args: on'),
      ...['--until', '2400h', '--wall-limit', '300ms', '--junit', 'out/result.xml'],
    );
    expect(lines.join('\n')).toContain('Wall-clock budget used up after ');
    expect(status).toBe(125);
    const xml = sandbox.read('out/result.xml');
    expect(xml).toContain('<testsuites tests="1" failures="1" errors="0"');
    expect(xml).toContain('the run ended (wall) with exit code 125');
  });

  it('refuses a condition that it cannot read', () => {
    const { status, stderr } = launch(SYSTEM, '--until-topic', '/ticks: data => 2');
    expect(status).toBe(1);
    expect(stderr).toContain('ORR_TOPIC_CONDITION');
  });
});

describe('delay files of rslcpp', () => {
  const HEAD = 'Topic Name, Delay Type (FIXED/MEASURED), Fixed Delay_ms, Measured Delay Skew\n';

  it('delay by exactly 10 000 µs and 300 000 µs', () => {
    write('delays.csv', `${HEAD}/fast, FIXED, 10, 0\n/slow, FIXED, 300, 0\n`);
    write(
      'delays.mjs',
      `import rclnodejs from 'rclnodejs';
       await rclnodejs.init();
       const node = new rclnodejs.Node('delays');
       for (const topic of ['fast', 'slow']) {
         const publisher = node.createPublisher('builtin_interfaces/msg/Time', topic);
         node.createTimer(1_000_000_000n, () => publisher.publish(node.now().toMsg()));
         node.createSubscription('builtin_interfaces/msg/Time', topic, ({ sec, nanosec }) => {
           const sent = BigInt(sec) * 1_000_000_000n + BigInt(nanosec);
           console.log(topic, Number(node.now().nanoseconds - sent) / 1000);
         });
       }
       node.spin();`,
    );
    const args = ['run', 'delays.mjs', '--no-record', '--until', '2500ms', '--delays'];
    const { lines } = orrery(...args, 'delays.csv');
    expect(lines.slice(0, 4)).toEqual(['fast 10000', 'slow 300000', 'fast 10000', 'slow 300000']);
    write('measured.csv', `${HEAD}/fast, MEASURED, 0, 1\n`);
    expect(orrery(...args, 'measured.csv').stderr).toContain('ORR_DELAY_NOT_RECORDED');
  });
});
