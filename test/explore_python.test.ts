/** Models and searches affect Python programs in the same way as JavaScript programs. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Decision } from '../src/index.js';
import { orrery } from './command_process.js';
import { orrerySim } from './explored.js';
import { program, temporaryDirectory } from './orrery_command.js';

const config = (until: string, ...names: string[]) =>
  orrerySim.systemConfig(
    names.map((name) => program(`explore/${name}`)),
    { until },
  );
const described = (shrunk: { readonly decisions: readonly Decision[] } | undefined) =>
  shrunk?.decisions.map(orrerySim.describeDecision);

/** What the node receives in 600 ms, during 300 of which it is frozen. */
function heard(hearer: string, ...args: string[]): string[] {
  const models = `${temporaryDirectory()}.yaml`;
  writeFileSync(models, 'faults: [{ fault: freeze, node: /hearer, at: 150ms, until: 450ms }]\n');
  const files = [program(`explore/${hearer}`), program('explore/numbers.cjs')];
  const options = ['--models', models, '--until', '600ms', '--no-record'];
  const { stdout } = orrery([
    'run',
    ...files,
    ...options,
    ...(args.length > 0 ? ['--', ...args] : []),
  ]);
  return stdout.split('\n').filter((line) => /^(tick|\d+) \d+$/.test(line));
}

it('freezes like a node in JavaScript, in each executor', () => {
  const wanted = heard('standstill.cjs');
  expect(wanted).toHaveLength(16);
  expect(wanted.filter((line) => / (200|250|300|350|400)$/.test(line))).toEqual([]);
  expect(heard('standstill.py', 'events')).toEqual(wanted);
  // The other executors take timers first.
  for (const executor of ['single', 'multi']) {
    expect(heard('standstill.py', executor).sort()).toEqual([...wanted].sort());
  }
});

it('is tried with other orders of the nodes of one executor, and the failing order is repeated', async () => {
  const { shrunk } = await orrerySim.exploreSystem({
    ...{ config: config('250ms', 'one_executor.py'), runs: 20, parallel: 1 },
  });
  expect(shrunk).toMatchObject({ confirmed: true, text: expect.stringContaining('IndexError') });
  expect(described(shrunk)).toEqual([
    '/detector in the order of nodes of the program one_executor before /camera in the order of nodes of the program one_executor at 0.000000000 s',
  ]);
});

it('does not claim that all orders were covered if an executor serves several nodes', async () => {
  const { everyOrder } = await orrerySim.exploreSystem({
    config: config('250ms', 'late_look.py', 'looks.cjs'),
    ...{ strategy: { kind: 'dpor' }, runs: 5, parallel: 1 },
  });
  expect(everyOrder).toMatchObject({
    complete: false,
    unfit: expect.stringContaining('serves several nodes'),
  });
});

it('is tried with late timers and with nodes that freeze or crash', async () => {
  const system = {
    config: config('250ms', 'late_look.py', 'looks.cjs'),
    runs: 60,
    parallel: 1,
    checks: ['progress:/seen within 150ms'],
  };
  const late = await orrerySim.exploreSystem({ ...system, timers: 5_000_000, first: true });
  expect(late.shrunk).toMatchObject({ confirmed: true });
  expect(described(late.shrunk)).toEqual([
    expect.stringMatching(/^timer 100 ms of \/camera .*3(\.\d+)? ms late/),
  ]);
  for (const fault of ['freeze', 'crash'] as const) {
    const time = fault === 'freeze' ? { time: 20_000_000 } : {};
    const { shrunk } = await orrerySim.exploreSystem({
      ...{ ...system, first: true, faults: [{ fault, on: '/camera', ...time }] },
    });
    expect(described(shrunk)).toEqual([
      expect.stringContaining(`/camera ${fault === 'freeze' ? 'is frozen' : 'crashes'}`),
    ]);
  }
});

it('does not print the output of programs', () => {
  const file = program('explore/standstill.cjs');
  const { stdout, stderr } = orrery(['explore', file, '--until', '300ms', '--runs', '3', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ failures: [] });
  expect(stderr).toBe('');
});
