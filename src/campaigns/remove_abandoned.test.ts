import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeAbandoned } from './remove_abandoned.js';
import { WORKER_NAME } from './worker_name.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-abandoned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY_S = 24 * 3600;

/** A file in a folder of a run, and the days since each was written. */
function runFolder(name: string, ofFolder: number, ofFile: number): void {
  const run = join(folder, name, 'run');
  mkdirSync(run, { recursive: true });
  const file = join(run, 'recording.mcap');
  writeFileSync(file, '');
  setAge(file, ofFile);
  setAge(run, ofFolder);
  setAge(join(folder, name), ofFolder);
}

function setAge(path: string, days: number): void {
  const then = Date.now() / 1000 - days * DAY_S;
  utimesSync(path, then, then);
}

it('removes what nobody has touched for a week, and nothing that another worker may be using', () => {
  removeAbandoned(folder);
  for (const [name, days] of [
    ['worker-1', 8],
    ['worker-2', 6],
  ] as const) {
    writeFileSync(join(folder, name), '{');
    setAge(join(folder, name), days);
  }
  runFolder('run-killed', 30, 30);
  runFolder('run-long', 30, 1);
  runFolder('run-recent', 1, 1);
  removeAbandoned(folder);
  expect(readdirSync(folder).sort()).toEqual(['run-long', 'run-recent', 'worker-2']);
});

it('is not what reports that a folder cannot be written', () => {
  const file = join(folder, 'run-old');
  mkdirSync(file);
  writeFileSync(join(file, 'left'), '');
  // Where the time of the disk would be asked, there is a folder.
  mkdirSync(join(file, `${WORKER_NAME}-now`));
  removeAbandoned(file);
  expect(readdirSync(file)).toContain('left');
});
