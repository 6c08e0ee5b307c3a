/** Configurations of ros2_def order real processes, and tell when their callbacks are over. */
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

const inputs = (of: (n: number) => readonly string[]) => [0, 1, 2].flatMap(of);
const SERVICES = {
  thesis: inputs((n) => [`1000+${n}`, `2000+${n}`, `s ${n}`]),
  develop: inputs((n) => [`s ${n}`, `2000+${n}`, `1000+${n}`]),
};
const PARALLEL = {
  thesis: inputs((n) => [`p1(s ${n})`, `p2(s ${n})`]),
  develop: inputs((n) => [`p2(s ${n})`, `p1(s ${n})`]),
};

/** Runs a scenario in the order of its configuration; what a node got. */
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
  it.skipIf(peers.ros === undefined)('orders processes in C', { timeout: 120_000 }, () => {
    const words = [`program:=${peers.ros}`];
    expect(ordered('services', 'sp', rule, words)).toEqual(SERVICES[rule]);
    expect(ordered('parallel', 't', rule, words)).toEqual(PARALLEL[rule]);
  });

  it.skipIf(PYTHON === undefined)('orders Python nodes', { timeout: 120_000 }, () => {
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
  }, 120_000);

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
  }, 120_000);
});
