import { describeDecision, SCHEDULE_FORMAT, type ScheduleFile } from '../schedule/index.js';

/**
 * Writes a test for `node --test` that runs a schedule again, and fails as long as the run fails.
 *
 * @param args - the arguments of `orrery explore`: the system, its options, the checks
 * @param directory - the working directory for these arguments, relative to the test
 */
export function savedTest(
  schedule: ScheduleFile,
  args: readonly string[],
  directory: string,
): string {
  // The test does not need the data about how the schedule was found.
  const { command: _, ...needed } = schedule;
  const words = schedule.decisions.map(describeDecision).join('; ') || 'in the default order';
  return `// Found by orrery explore. ${oneLine(schedule.failure ?? '')}
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const orrery = join(
  dirname(createRequire(import.meta.url).resolve('orrery-sim/package.json')),
  'dist/cli/main.js',
);
const args = ${JSON.stringify(args)};
const schedule = ${JSON.stringify({ format: SCHEDULE_FORMAT, ...needed }, null, 2)};

test(${JSON.stringify(`holds when ${words}`)}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-schedule-'));
  try {
    const file = join(folder, 'schedule.json');
    writeFileSync(file, JSON.stringify(schedule));
    const command = [orrery, 'explore', '--replay', file, ...args];
    const cwd = join(import.meta.dirname, ${JSON.stringify(directory)});
    const run = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stdout + run.stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
