/** Configurations of ros2_def order real processes, and say when their callbacks are over. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());
const examples = fileURLToPath(new URL('../examples/orchestrator', import.meta.url));

/** The node `recon` announces another configuration at 0.5 s, in which `a` sends to `t2`. */
const RECONFIGURED = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const type = 'std_msgs/msg/String';
const recon = new rclnodejs.Node('recon');
const a = new rclnodejs.Node('a');
const b = new rclnodejs.Node('b');
const source = new rclnodejs.Node('source');
const outputs = ['t1', 't2'].map((topic) => a.createPublisher(type, topic));
let route = 0;
a.createSubscription(type, 'in', (message) => outputs[route].publish(message));
for (const topic of ['t1', 't2']) b.createSubscription(type, topic, ({ data }) => console.log(topic, data));
recon.createService('orchestrator_interfaces/srv/ReconfigurationRequest', 'request_reconfig', (_, response) => {
  route = 1;
  response.send({ new_launch_config_package: '', new_launch_config_filename: 'second.json' });
});
const announce = recon.createClient('orchestrator_interfaces/srv/ReconfigurationAnnouncement', 'announce_reconfig');
let ticks = 0;
recon.createTimer(100_000_000n, () => {
  if (++ticks === 5) announce.sendRequest({}, () => {});
});
let count = 0;
const inputs = source.createPublisher(type, 'in');
source.createTimer(100_000_000n, () => inputs.publish({ data: String(++count) }));
const debug = source.createClient('std_srvs/srv/Trigger', 'orchestrator/get_debug');
source.createTimer(750_000_000n, () => debug.sendRequest({}, ({ message }) => console.log(message)));
for (const node of [recon, a, b, source]) rclnodejs.spin(node);
`;

const inputs = (of: (n: number) => readonly string[]) => [0, 1, 2].flatMap(of);
const SERVICES = {
  thesis: inputs((n) => [`1000+${n}`, `2000+${n}`, `s ${n}`]),
  develop: inputs((n) => [`s ${n}`, `2000+${n}`, `1000+${n}`]),
};
const PARALLEL = {
  thesis: inputs((n) => [`p1(s ${n})`, `p2(s ${n})`]),
  develop: inputs((n) => [`p2(s ${n})`, `p1(s ${n})`]),
};

/** Runs a scenario in the order of its configuration; returns what a node received. */
function ordered(name: string, node: string, rule: string, words: readonly string[]): string[] {
  const config = join(examples, 'ros2_def', `${name}_launch_config.json`);
  sandbox.write(`${rule}.yaml`, `ros2_def: { launch_config: ${config}, rule: ${rule} }\n`);
  const args = ['--models', `${rule}.yaml`, '--strict', ...words];
  const file = join(examples, `${name}.launch.xml`);
  const ran = runSystem(sandbox, file, { until: '0.35s', args });
  expect(ran.status, ran.text).toBe(0);
  return heard(ran, node);
}

describe.each(['thesis', 'develop'] as const)('rule %s', (rule) => {
  it.skipIf(peers.ros === undefined)('orders processes in C', () => {
    const words = [`program:=${peers.ros}`];
    expect(ordered('services', 'sp', rule, words)).toEqual(SERVICES[rule]);
    expect(ordered('parallel', 't', rule, words)).toEqual(PARALLEL[rule]);
  });

  it.skipIf(PYTHON === undefined)('orders Python nodes', () => {
    expect(ordered('services', 'sp', rule, [])).toEqual(SERVICES[rule]);
    expect(ordered('parallel', 't', rule, [])).toEqual(PARALLEL[rule]);
  });
});

describe.skipIf(peers.ros === undefined)('processes without parameter services', () => {
  it('are followed by their declared outputs and Status messages', () => {
    const file = writeSystem(sandbox, 'declared.launch.xml', {
      p: '--no-parameters --sub /m --sleep 0.01±0.01 --pub /d --omit 2 --status',
      t: '--no-parameters --sub /d --sleep 0.01 --status',
    });
    sandbox.write('p.json', '{"name":"p","callbacks":[{"trigger":"m","outputs":["d"]}]}');
    sandbox.write('t.json', '{"name":"t","callbacks":[{"trigger":"d","outputs":[]}]}');
    sandbox.write(
      'config.json',
      '{"nodes":{"//p":{"config_file":"p.json"},"/t":{"config_file":"t.json"}}}',
    );
    sandbox.write('declared.yaml', 'ros2_def: { launch_config: config.json }\n');
    const ran = runSystem(sandbox, file, { args: ['--models', 'declared.yaml'] });
    expect(ran.text).not.toContain('gives no proof');
    expect(heard(ran, 't')).toEqual(['p(m0)', 'p(m2)']);
  });

  it('are followed by a Status message of each callback', () => {
    const file = writeSystem(sandbox, 'status.launch.xml', {
      p: '--no-parameters --sub /m --sleep 0.01±0.01 --pub /seen --status',
    });
    sandbox.write('status.yaml', 'callback_ends: [{ node: /p, by: status }]\n');
    const words = ['launch', file, '--until', '0.35s', '--models', 'status.yaml'];
    const { status, stdout, stderr } = sandbox.orrery([...words, '--strict', '--record', 'run']);
    expect(status, stdout + stderr).toBe(0);
    expect([...stdout.matchAll(/seen (\S+)$/gm)].map(([, what]) => what)).toHaveLength(3);
    expect(sandbox.orrery(['doctor', 'run']).stdout).toContain('p: its Status messages tell when');
  });
});

it('a node announces another configuration, and inputs wait until it is there', () => {
  const node = (callbacks: unknown) => JSON.stringify({ name: 'n', callbacks });
  const config = (a: string) => {
    const files = { a, b: 'b.json', recon: 'recon.json' };
    const entries = Object.entries(files).map(([name, file]) => [name, { config_file: file }]);
    return JSON.stringify({ nodes: Object.fromEntries(entries) });
  };
  const timer = { type: 'timer', period: 100_000_000 };
  const heard = ['t1', 't2'].map((trigger) => ({ trigger, outputs: [] }));
  sandbox.write('a1.json', node([{ trigger: 'in', outputs: ['t1'] }]));
  sandbox.write('a2.json', node([{ trigger: 'in', outputs: ['t2'] }]));
  sandbox.write('b.json', node(heard));
  sandbox.write(
    'recon.json',
    node([{ trigger: timer, outputs: [], may_cause_reconfiguration: true }]),
  );
  sandbox.write('first.json', config('a1.json'));
  sandbox.write('second.json', config('a2.json'));
  sandbox.write('reconfigured.yaml', 'ros2_def: { launch_config: first.json }\n');
  sandbox.write('system.mjs', RECONFIGURED);
  const words = ['run', 'system.mjs', '--models', 'reconfigured.yaml', '--until', '0.8s'];
  const { stdout, stderr } = sandbox.orrery([...words, '--no-record', '--strict']);
  const before = [1, 2, 3, 4].map((n) => `t1 ${n}`);
  const after = [5, 6, 7].map((n) => `t2 ${n}`);
  const debug = '0 actions; running: none; inputs that wait: none';
  expect(stdout.split('\n').slice(0, 9), stdout + stderr).toEqual([
    ...before,
    ...after,
    debug,
    't2 8',
  ]);
});

/** Two detectors for one picture, and a node that receives both results. */
const DETECTORS = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const type = 'std_msgs/msg/String';
const nodes = ['camera', 'left', 'right', 'tracker'].map((name) => new rclnodejs.Node(name));
const [camera, left, right, tracker] = nodes;
const images = camera.createPublisher(type, 'image');
camera.createTimer(100_000_000n, () => images.publish({ data: 'i' }));
for (const node of [left, right]) {
  const found = node.createPublisher(type, 'found_' + node.name());
  node.createSubscription(type, 'image', (image) => found.publish(image));
  tracker.createSubscription(type, 'found_' + node.name(), () =>
    console.log(node.name(), Number(tracker.now().nanoseconds) / 1e6));
}
for (const node of nodes) rclnodejs.spin(node);
`;

it('a learnt configuration holds an arrived message until its turn comes', () => {
  sandbox.write('detectors.mjs', DETECTORS);
  const one = (name: string, time: string) => ({
    executor: `{ name: ${name}, policy: single, nodes: [/${name}] }`,
    time: `{ node: /${name}, time: ${time} }`,
  });
  const all = [one('left', '30ms'), one('right', '10ms'), one('tracker', '20ms')];
  const executors = all.map(({ executor }) => executor).join(', ');
  const times = all.map(({ time }) => time).join(', ');
  sandbox.write('times.yaml', `executors: [${executors}]\nexecution_times: [${times}]\n`);
  sandbox.write(
    'learnt.yaml',
    'ros2_def: { launch_config: learnt/learnt_launch_config.json, rule: thesis }\n',
  );
  const words = ['run', 'detectors.mjs', '--until', '0.25s', '--models', 'times.yaml'];
  const lines = (more: readonly string[]) =>
    sandbox.orrery([...words, ...more]).lines.filter((line) => /^(left|right) \d/.test(line));
  const shortest = lines(['--record', 'detectors']);
  sandbox.orrery(['graph', 'learn', 'detectors', '--output', 'learnt']);
  expect(shortest).toEqual(['right 110', 'left 130', 'right 210', 'left 230']);
  const ordered = lines(['--no-record', '--models', 'learnt.yaml']);
  expect(ordered).toEqual(['left 130', 'right 150', 'left 230', 'right 250']);
});
