/** Young objects are collected in the thread of the run, so that no collection wakes the other threads of the engine. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import './orrery_command.js';

/** Prints how often a thread of its process has waited, for each 1000 messages, about half of a collection. */
const SCRIPT = `
import { Simulation } from './dist/simulation/index.js';
const { types } = new Simulation();
const type = types.message('sensor_msgs/msg/Imu');
const message = type.create();
const kept = new Array(500);
const waits = (thousands) => {
  const before = process.resourceUsage().voluntaryContextSwitches;
  for (let i = 0; i < 1000 * thousands; i++) kept[i % kept.length] = type.copy(message);
  return process.resourceUsage().voluntaryContextSwitches - before;
};
waits(100);
process.stdout.write(String(waits(200) / 200));
`;

// Two megabytes are what a run has. Windows does not count waits.
it.skipIf(process.platform === 'win32')('a collection waits for no other thread', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=2', '--input-type=module', '--eval', SCRIPT],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeLessThan(0.5);
});
