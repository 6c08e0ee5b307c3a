/** A network between robots, as a user sees it: a model file, and nodes that do not know about it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, temporaryDirectory } from './orrery_command.js';
import { ROOT } from './project.js';

const SOURCE = program('what_if/source.mjs');
const SINK = program('what_if/sink.mjs');
const folder = temporaryDirectory();
const METRIC = 'max(/formation_error:data)';
const COMMAND = join(ROOT, 'dist/cli/main.js');

interface Outcome {
  readonly digest: { readonly total: string };
}

function digest(network: string, ...options: string[]): string {
  const path = join(folder, 'network.yaml');
  const agents = 'agents: {one: {files: [source.mjs]}, two: {nodes: [/sink]}}';
  writeFileSync(path, `network: {${agents}, ${network}}`);
  const command = ['run', SOURCE, SINK, '--until', '2s', '--no-record', '--json'];
  const { stdout } = orrery([...command, '--models', path, ...options]);
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as Outcome).digest.total;
}

it('repeats a run over 802.11 exactly, in every process and under every disturbance', () => {
  const wifi = 'simulator: {wifi: {}}, channel: {path_loss: {free_space: {}}}';
  const first = digest(wifi);
  expect(digest(wifi)).toBe(first);
  expect(digest('simulator: {simple: {loss: 0.3}}', '--seed', '1')).not.toBe(first);
});

it('refuses an impossible network, with the place', () => {
  const path = join(folder, 'wrong.yaml');
  writeFileSync(path, 'network:\n  agents: {}\n  simulator: {wlan: {}}\n');
  const { stderr, status } = orrery(['run', SOURCE, '--until', '1s', '--models', path]);
  expect(status).not.toBe(0);
  expect(stderr).toContain('wrong.yaml:3');
  expect(stderr).toContain('"wlan" is not known here; known are simple, wifi');
});

/** Runs the system with a simulator in a process of its own, which leaves after this many windows. */
async function over(external: string, until: string) {
  const models = join(folder, 'served.yaml');
  const agents = 'agents: {one: {files: [source.mjs]}, two: {nodes: [/sink]}}';
  writeFileSync(models, `network: {${agents}, simulator: {simple: {delay: 3ms, loss: 0.2}}}`);
  const command = ['netsim', 'network', models, '--listen', `unix:${external}`, '--window', '10ms'];
  const server = spawn(process.execPath, [COMMAND, ...command], { stdio: 'ignore' });
  const path = join(folder, 'external.yaml');
  const settings = `address: "unix:${external}", window: 10ms, connect_timeout: 120s, timeout: 120s`;
  writeFileSync(path, `network: {${agents}, simulator: {external: {${settings}}}}`);
  const run = ['run', SOURCE, SINK, '--until', until, '--no-record', '--json', '--models', path];
  const { stdout } = orrery(run);
  await once(server, 'exit');
  expect(server.exitCode).toBe(0);
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Outcome;
}

it('repeats a run over a network simulator in another process, window by window', async () => {
  const first = await over(join(folder, 'a.socket'), '1s');
  const second = await over(join(folder, 'b.socket'), '1s');
  expect(second.digest.total).toBe(first.digest.total);
});

it('names a network simulator that does not listen, and ends the run', () => {
  const path = join(folder, 'nobody.yaml');
  const address = `unix:${join(folder, 'nobody.socket')}`;
  const settings = `address: "${address}", connect_timeout: 100ms`;
  writeFileSync(path, `network: {agents: {}, simulator: {external: {${settings}}}}`);
  const { stderr, status } = orrery([
    'run',
    SOURCE,
    '--until',
    '1s',
    '--models',
    path,
    '--no-record',
  ]);
  expect(status).not.toBe(0);
  expect(stderr).toContain('ORR_NETSIM_PEER');
  expect(stderr).toContain('does not listen');
});

it('lets a robot that carries the relay find its position by signal strength: examples/relay', () => {
  const example = join(ROOT, 'examples/relay');
  const farthest = (drives: boolean): number => {
    const command = ['launch', join(example, 'relay.launch.yaml'), `drives:=${drives}`];
    const options = ['--packages', join(ROOT, 'examples'), '--models', join(example, 'radio.yaml')];
    const directory = join(folder, `relay ${drives}`);
    const { status } = orrery([...command, ...options, '--until', '70s', '--record', directory]);
    expect(status).toBe(0);
    const metric = ['bag', 'cat', join(directory, 'recording.mcap'), '--topics', '/rover/progress'];
    const values = [...orrery(metric).stdout.matchAll(/data: ([\d.]+)/g)].map(([, x]) => Number(x));
    return Math.max(...values);
  };
  expect(farthest(true)).toBeGreaterThan(farthest(false) + 15);
});

it('carries a formation of 5 robots, but not one of 20: examples/formation', () => {
  const example = join(ROOT, 'examples/formation');
  const models = ['robots.yaml', 'radios/wifi_6.yaml'].map((name) => join(example, name));
  const command = ['compare', join(example, 'formation.mjs'), '--until', '5s', '--seeds', '1'];
  const options = [...models.flatMap((path) => ['--models', path]), '--json', '--metric', METRIC];
  const variants = ['-p robots:=5', '-p robots:=20'].flatMap((variant) => ['--variant', variant]);
  const { stdout } = orrery([...command, ...options, ...variants]);
  const compared = JSON.parse(stdout) as {
    variants: { runs: { metrics: Record<string, number> }[] }[];
  };
  const [few, many] = compared.variants.map(({ runs }) => runs[0]?.metrics[METRIC]);
  expect(few).toBeLessThan(0.5);
  expect(many).toBeGreaterThan(10);
});
