/** A simulated world with an external controller has one result, whatever the controller's language. */
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How often each controller is run; 20 runs take some minutes. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 1);

const FILES = ['loop.launch.xml', 'world.mjs', 'controller.mjs', 'controller.py'];

beforeAll(() => {
  for (const file of FILES) {
    const source = fileURLToPath(new URL(`../examples/orchestrator/${file}`, import.meta.url));
    copyFileSync(source, `${sandbox.folder}/${file}`);
  }
});

/** Everything that the world has received and done. */
function world(controller: string): string[] {
  const args = ['launch', 'loop.launch.xml', `controller:=${controller}`, '--until', '1s'];
  const { stdout, stderr, status } = sandbox.orrery([...args, '--no-record', '--strict']);
  expect(status, stdout + stderr).toBe(0);
  return stdout.split('\n').filter((line) => line.startsWith('world '));
}

describe('a world with its controller', () => {
  const inProcess = () => world('controller.mjs');

  it.skipIf(PYTHON === undefined)('does the same with one in Python', { timeout: 600_000 }, () => {
    const expected = inProcess();
    expect(expected).toHaveLength(50);
    for (let run = 0; run < RUNS; run++) expect(world('controller.py')).toEqual(expected);
  });

  const { controller } = peers;
  it.skipIf(controller === undefined)('and with one over DDS', { timeout: 600_000 }, () => {
    const expected = inProcess();
    for (let run = 0; run < RUNS; run++) expect(world(controller!)).toEqual(expected);
  });

  it.skipIf(controller === undefined)(
    'can be verified, and asked why across the processes',
    () => {
      const system = ['loop.launch.xml', `controller:=${controller}`, '--until', '0.1s'];
      const verified = sandbox.orrery(['verify', ...system, '--runs', '1']);
      expect(verified.status, verified.stdout + verified.stderr).toBe(0);
      sandbox.orrery(['launch', ...system, '--record', 'a']);
      const asked = ['debug', 'a', '--at', '0.05s', '--break-on', '/force'];
      const { stdout } = sandbox.orrery([...asked, '-c', 'why', '-c', 'who /force']);
      expect(stdout).toContain('took message 3 on /position, published by /world');
      expect(stdout).toMatch(/message 2 on \/force .*, published by \/controller/);
      const { stdout: said } = sandbox.orrery(['doctor', 'a']);
      expect(said).toContain(
        'controller: its parameter services tell when its callbacks are over.',
      );
    },
    300_000,
  );
});
