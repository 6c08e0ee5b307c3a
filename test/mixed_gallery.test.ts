/**
 * A system in JavaScript and Python has one digest: in many runs, on one core and on several, and with every CPython
 * that ORRERY_PYTHONS lists (paths separated by colons; default: python3).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from './orrery_command.js';
import { PYTHON, PYTHONS } from './python.js';

const EXAMPLES = join(ROOT, 'examples');
const ROBOT = join(EXAMPLES, 'mixed_robot/robot.launch.yaml');
const DIGEST = '8a282de9e0d8fa58';
/** Number of runs per interpreter, half of them with one program at a time; ORRERY_MIXED_RUNS sets it, e.g. to 100. */
const RUNS = Number(process.env.ORRERY_MIXED_RUNS ?? 2);

function drive(python: string, guests: string): string {
  const words = ['launch', ROBOT, '--packages', EXAMPLES, '--until', '60s', '--no-record'];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, ...words, '--until-topic', '/arrived: data'],
    { encoding: 'utf8', env: { ...process.env, ORRERY_PYTHON: python, ORRERY_GUESTS: guests } },
  );
  expect(stdout, stderr).toContain('Condition fulfilled (/arrived: data)');
  return /digest ([0-9a-f]{16})/.exec(stdout)![1]!;
}

describe.skipIf(PYTHON === undefined)('the robot in two languages', () => {
  it.each(PYTHONS)('drives to its goal in the same way with %s', { timeout: 900_000 }, (python) => {
    for (let i = 0; i < RUNS; i++) {
      expect(drive(python, i % 2 === 0 ? 'parallel' : 'serial')).toBe(DIGEST);
    }
  });
});
