/** `orrery explore` finds planted bugs, shrinks and repeats them, and passes clean systems. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, ROOT, readRun, temporaryDirectory } from './orrery_command.js';

interface Explored {
  readonly runs: number;
  readonly orders: number;
  readonly complete?: boolean;
  readonly guarantee?: number;
  readonly lanes: number;
  readonly points: number;
  readonly failures: readonly {
    readonly count: number;
    readonly first: { readonly decisions: readonly { readonly call?: string }[] };
  }[];
  readonly probability?: { readonly low: number; readonly high: number };
  readonly shrunk?: {
    readonly because: readonly unknown[];
    readonly decisions: readonly { readonly run?: string; readonly delay?: number | 'lost' }[];
    readonly text: string;
    readonly digest: string;
    readonly confirmed: boolean;
  };
}

// One thread unless a test says more: starting another one takes longer than so few runs.
function explore(name: string, ...options: string[]): { status: number | null; found: Explored } {
  const file = program(`explore/${name}.cjs`);
  const { status, stdout, stderr } = orrery(['explore', file, '-j', '1', ...options, '--json']);
  expect(stderr).toBe('');
  return { status, found: JSON.parse(stdout) as Explored };
}

describe('a result that depends on the order', () => {
  const folder = temporaryDirectory();
  const schedule = join(folder, 'schedule.json');
  const test = join(folder, 'order.test.mjs');
  const options = ['--until', '1s', '--check', 'order:/sink'];

  it('is found at random, shrunk to one decision, and repeated exactly', () => {
    const saves = ['--save', schedule, '--save-test', test];
    const { status, found } = explore('order_bug', ...options, '--runs', '10', ...saves);
    expect(status).toBe(1);
    expect(found.shrunk).toMatchObject({ confirmed: true, decisions: [{ nth: 1 }] });
    expect(found.probability!.high).toBe(1);
    const file = program('explore/order_bug.cjs');
    const record = join(folder, 'run');
    const run = orrery(['run', file, '--until', '1s', '--schedule', schedule, '--record', record]);
    expect(run.stderr).toBe('');
    expect(readRun(record).digest.total).toBe(found.shrunk!.digest);
  });

  it('is written as a test that fails', () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/orrery-sim'));
    const { status, stdout } = spawnSync(process.execPath, ['--test', test], { encoding: 'utf8' });
    expect(stdout).toContain('/sink depends on the order');
    expect(status).toBe(1);
    expect(readFileSync(test, 'utf8')).not.toContain(folder);
  });

  it('is found with any number of threads, with the same result', () => {
    const all = [...options, '--runs', '12', '--strategy', 'pct'];
    expect(explore('order_bug', ...all, '-j', '1')).toEqual(
      explore('order_bug', ...all, '-j', '3'),
    );
  });

  it('is reported as a race of its two causes', () => {
    const { status, found } = explore('order_bug', '--until', '1s', '--races');
    expect(status).toBe(1);
    expect(found).toMatchObject({
      races: [{ node: '/sink', first: '/a → /sink', second: '/b → /sink', results: ['/out'] }],
    });
  });
});

describe('a system that does not depend on the order', () => {
  it('has no schedule that fails, and no race', () => {
    const options = ['--until', '300ms', '--check', 'order:/sink'];
    const { status, found } = explore('commuting', ...options, '--strategy', 'systematic');
    expect(status).toBe(0);
    expect(found).toMatchObject({ failures: [], complete: true });
    expect(found.runs).toBeGreaterThan(20);
    const races = explore('commuting', '--until', '300ms', '--races');
    expect(races).toMatchObject({ status: 0, found: { races: [] } });
  });
});

describe('a bug that needs two orderings', () => {
  it('is found by PCT of depth 2 at least as often as it guarantees', () => {
    const options = ['--until', '300ms', '--strategy', 'pct', '--depth', '2', '--runs', '60'];
    const { status, found } = explore('depth_two', ...options);
    expect(status).toBe(1);
    expect(found.guarantee).toBeCloseTo(1 / (found.lanes * found.points));
    expect(found.probability!.high).toBeGreaterThan(found.guarantee!);
    expect(found.shrunk!.text).toContain('the bug of depth two');
    expect(found.shrunk!.confirmed).toBe(true);
  });

  it('is found by systematic search within its bound, but not within a smaller one', () => {
    const options = ['--until', '350ms', '--strategy', 'systematic', '--runs', '300'];
    const within = explore('two_decisions', ...options, '--bound', '2');
    expect(within.status).toBe(1);
    expect(within.found.shrunk).toMatchObject({ confirmed: true });
    expect(within.found.shrunk!.decisions).toHaveLength(2);
    // The first of them alone moved the order that the node sees first.
    expect(within.found.shrunk!.because).toEqual([within.found.shrunk!.decisions[0]]);
    const below = explore('two_decisions', ...options, '--bound', '1');
    expect(below).toMatchObject({ status: 0, found: { complete: true, failures: [] } });
  });
});

describe('delays and losses', () => {
  const options = ['--until', '500ms', '--runs', '20'];

  it('find an overtaken message, and the shortest delay that causes it', () => {
    const { found } = explore('overtaken', ...options, '--delay', '/stop=0..20ms');
    expect(found.shrunk!.decisions).toHaveLength(1);
    expect(found.shrunk!.decisions[0]!.delay).toBeGreaterThanOrEqual(10_000_000);
    expect(found.shrunk!.decisions[0]!.delay).toBeLessThan(10_500_000);
  });

  it('find that one loss is enough', () => {
    const { found } = explore('overtaken', ...options, '--lose', '/stop=2');
    expect(found.shrunk!.decisions).toMatchObject([{ topic: '/stop', delay: 'lost' }]);
  });

  it('find a request that is lost, and a response', () => {
    const { found } = explore('unanswered', ...options, '--lose', '/enable=1');
    const calls = found.failures.map(({ first }) => first.decisions[0]!.call);
    expect(calls.sort()).toEqual(['request', 'response']);
    expect(found.shrunk).toMatchObject({
      confirmed: true,
      decisions: [{ topic: '/enable', delay: 'lost' }],
    });
  });
});

describe('checks', () => {
  it('on topics end the run at the first message that violates them', () => {
    const check = 'topic:/out: msg.data < 50';
    const { found } = explore('order_bug', '--until', '500ms', '--check', check, '--runs', '10');
    expect(found.shrunk!.text).toContain('does not fulfil "/out: data < 50"');
  });

  it('that are invalid are refused', () => {
    const file = program('explore/commuting.cjs');
    for (const check of ['speed < 5', 'order:/nobody', 'topic:out', 'test:/nowhere.mjs']) {
      const { status, stderr } = orrery(['explore', file, '--until', '200ms', '--check', check]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error ORR_/);
    }
  });
});
