/** `orrery explore` finds the fault that breaks a system, and when it must occur. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PossibleFault } from '../src/schedule/index.js';
import { orrery } from './command_process.js';
import { exploreSystem, orrerySim } from './explored.js';
import { program, readRun, temporaryDirectory } from './orrery_command.js';

const FILES = ['planner', 'follower'];
const { describeDecision } = orrerySim;

describe('a fault that may happen once', () => {
  it.each<[PossibleFault, string, RegExp]>([
    [
      { fault: 'crash', on: '/planner' },
      'silent',
      /^\/planner crashes before its callback \d+, at/,
    ],
    [{ fault: 'crash', on: '/planner', time: 3e8 }, 'silent', /is started again 300 ms later$/],
    [{ fault: 'freeze', on: '/planner', time: 9e8 }, 'silent', /^\/planner is frozen for \d+ ms/],
    [{ fault: 'down', on: '/plan', time: 9e8 }, 'silent', /^nothing arrives on \/plan for \d+ ms/],
    [{ fault: 'duplicate', on: '/plan' }, 'the same goal', /reaches \/follower twice$/],
    [{ fault: 'reorder', on: '/plan', time: 3e8 }, 'an older goal', /is held up for 10[0-9] ms/],
  ])('%j', async (fault, failure, words) => {
    for (const strategy of [{ kind: 'random' }, { kind: 'systematic', bound: 1 }] as const) {
      const options = { until: '2s', strategy, faults: [fault], runs: 20, first: true };
      const { shrunk } = await exploreSystem(FILES, options);
      expect(shrunk).toMatchObject({ confirmed: true });
      expect(shrunk!.text).toContain(failure);
      expect(shrunk!.decisions.map(describeDecision)).toEqual([expect.stringMatching(words)]);
    }
  });

  it('is distinguished from another fault that breaks something else', async () => {
    const faults = [
      { fault: 'duplicate', on: '/plan' },
      { fault: 'reorder', on: '/plan', time: 3e8 },
    ] as const;
    const { failures, shrunk } = await exploreSystem(FILES, { until: '2s', faults, runs: 20 });
    const texts = failures.map(({ first }) => first.text.replace(/^.* Error: /, ''));
    expect(texts.sort()).toEqual(['an older goal', 'the same goal twice']);
    expect(shrunk!.text).toBe(failures[0]!.first.text);
  });

  it('is the only cause: nothing fails without it', async () => {
    const result = await exploreSystem(FILES, { until: '2s', runs: 10 });
    expect(result).toMatchObject({ failures: [], shrunk: undefined });
  });

  it('is tried at every moment by a systematic search', async () => {
    const strategy = { kind: 'systematic', bound: 1 } as const;
    const faults = [{ fault: 'crash', on: '/follower' }] as const;
    const result = await exploreSystem(FILES, { until: '480ms', strategy, faults });
    expect(result).toMatchObject({ failures: [], complete: true });
    // Four goals and nine checks of the follower, and the orders besides.
    expect(result.runs).toBeGreaterThanOrEqual(13);
  });

  it('is refused if it can hit nothing', async () => {
    for (const fault of [
      { fault: 'crash', on: '/nobody' },
      { fault: 'down', on: '/nothing', time: 1e6 },
    ] as const) {
      const search = exploreSystem(FILES, { until: '300ms', faults: [fault] });
      await expect(search).rejects.toMatchObject({ code: 'ORR_EXPLORE_UNTOUCHED' });
    }
  });

  it('leaves out a node that does nothing, unless it was named', async () => {
    const options = { until: '300ms', jitter: 1e6, runs: 3 };
    const { runs, varied } = await exploreSystem(['silent_node'], options);
    expect(runs).toBe(3);
    expect(varied.faults).toContainEqual({ fault: 'freeze', on: '/silent', time: 1e6 });
  });
});

describe('on the command line', () => {
  const files = FILES.map((name) => program(`explore/${name}.cjs`));

  it('a fault is found, saved and repeated exactly', () => {
    const folder = temporaryDirectory();
    const schedule = join(folder, 'schedule.json');
    const search = ['--until', '2s', '--fault', 'freeze:/planner=900ms', '--runs', '10', '-j', '1'];
    const found = orrery(['explore', ...files, ...search, '--first', '--save', schedule]);
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(/\/planner is frozen for \d+ ms before its callback \d+, at/);
    const again = ['--until', '2s', '--schedule', schedule, '--record', join(folder, 'run')];
    const run = orrery(['run', ...files, ...again]);
    expect(run.stderr).not.toContain('warning');
    expect(run.stderr).toContain('the planner is silent');
    expect(found.stdout).toContain(readRun(join(folder, 'run')).digest.total);
  });

  it.each(['fire:/planner', 'freeze:/planner', 'down:plan=1s', 'crash:/planner=soon'])(
    'the fault %s cannot be read',
    (fault) => {
      const { status, stderr } = orrery(['explore', ...files, '--until', '1s', '--fault', fault]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error ORR_(EXPLORE_OPTION|DURATION)/);
    },
  );
});
