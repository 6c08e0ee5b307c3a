/**
 * Searches that reach limits: runs that never end or fill the memory, and users who interrupt them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrerySim, systemOf } from './explored.js';
import { COMMAND, program, temporaryDirectory } from './orrery_command.js';

const { exploreSystem, findRaces } = orrerySim;

describe('a run whose thread is lost', () => {
  it('because it never returns is a finding, and shrunk', async () => {
    const config = systemOf(['endless'], '200ms', '4s');
    const { shrunk } = await exploreSystem({ config, first: true, parallel: 1 });
    expect(shrunk).toMatchObject({
      kind: 'ORR_WALL_LIMIT',
      confirmed: true,
      decisions: [{ run: 'timer 100 ms of /b', before: 'timer 100 ms of /a' }],
    });
  });

  it('because it fills the memory is a finding, and shrunk', () => {
    const words = ['explore', program('explore/greedy.cjs'), '--until', '200ms', '-j', '1'];
    const command = ['--max-old-space-size=120', COMMAND, ...words, '--first', '--json'];
    const { stdout, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(status).toBe(1);
    const { shrunk } = JSON.parse(stdout) as { shrunk: unknown };
    expect(shrunk).toMatchObject({ kind: 'ORR_RUN_STOPPED', confirmed: true });
    expect(shrunk).toMatchObject({ decisions: [{ run: 'timer 100 ms of /b' }] });
  });

  it.each(['hangs_once.cjs', 'hangs_once.py'])('only once is no finding: %s', async (name) => {
    const marks = join(temporaryDirectory(), 'marks');
    writeFileSync(marks, '');
    const options = { until: '200ms', wallLimit: '4s' };
    const plain = orrerySim.systemConfig(program(`explore/${name}`), options);
    const programs = plain.system.programs.map((each) => ({ ...each, args: [marks] }));
    const config = { ...plain, system: { ...plain.system, programs } };
    const result = await exploreSystem({ config, first: true, runs: 6, parallel: 1 });
    expect(result).toMatchObject({ runs: 6, failures: [], shrunk: undefined });
    expect(result.unrepeated).toMatchObject([{ run: 2, kind: 'ORR_WALL_LIMIT' }]);
  });
});

describe('Ctrl-C', () => {
  it('ends a search with the findings so far', async () => {
    const marks = join(temporaryDirectory(), 'marks');
    writeFileSync(marks, '');
    const words = ['explore', program('explore/order_bug.cjs'), '--until', '200ms'];
    const checks = ['--check', `test:${program('explore/checks/tells.mjs')}`];
    const search = [...checks, '--check', 'order:/sink', '--runs', '1000000', '-j', '2'];
    const env = { ...process.env, MARKS: marks };
    const child = spawn(process.execPath, [COMMAND, ...words, ...search], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => {
      stdout += String(data);
    });
    child.stderr.on('data', (data) => {
      stderr += String(data);
    });
    const looking = setInterval(() => {
      // The default run and part of the search.
      if (readFileSync(marks).length < 7) return;
      clearInterval(looking);
      // One Ctrl-C that arrives as two signals.
      child.kill('SIGINT');
      child.kill('SIGINT');
    }, 100);
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(130);
    expect(stdout).toMatch(/^Interrupted\.\n\d+ runs? besides the default one/);
    expect(stdout).toContain('Probability that such a run fails');
    // A pipe gets no progress line.
    expect(stderr).toBe('');
  });

  it.each(['search', 'shrink'] as const)('in the phase %s is heard', async (wanted) => {
    const interruption = new AbortController();
    const result = await exploreSystem({
      config: systemOf(['order_bug'], '500ms'),
      checks: ['order:/sink'],
      runs: 10,
      parallel: 2,
      signal: interruption.signal,
      onProgress: ({ phase, runs }) => {
        if (phase === wanted && runs >= 3) interruption.abort();
      },
    });
    expect(result.interrupted).toBe(true);
    expect(result.runs).toBe(wanted === 'search' ? 3 : 10);
    expect(result.probability!.estimate).toBeGreaterThan(0);
    if (wanted === 'search') expect(result.shrunk).toBeUndefined();
    else expect(result.shrunk).toMatchObject({ confirmed: false });
  });

  it('ends the search for races with the races found so far', async () => {
    const interruption = new AbortController();
    const report = await findRaces({
      config: systemOf(['three_races'], '195ms'),
      parallel: 1,
      signal: interruption.signal,
      onProgress: (done) => {
        if (done === 4) interruption.abort();
      },
    });
    expect(report).toMatchObject({ interrupted: true, runs: 4 });
  });
});
