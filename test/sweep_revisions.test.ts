/** Git revisions of the system as an axis: working trees are created and removed, and results are cached by content. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { CampaignSummary } from '../src/campaigns/index.js';
import { orrery } from './command_process.js';
import { COMMAND, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `
const rclnodejs = require('rclnodejs');
const { LIMIT } = require('../lib/limit.cjs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
  node.createTimer(100_000_000n, () => publisher.publish({ data: LIMIT * Math.random() }));
  node.spin();
});`;
const CAMPAIGN = `
system: [dice.cjs, --until, 500ms]
seeds: 8
checks: ['topic:/throw: data < 1']
metrics: [max(/throw)]
recheck: 0
`;

/** A repository: v1, v2 with the same system, gone without it, v3 with another one. */
function repository() {
  const folder = join(temporaryDirectory(), 'robot');
  mkdirSync(join(folder, 'arm'), { recursive: true });
  mkdirSync(join(folder, 'lib'));
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'me');
  git('config', 'user.email', 'me@example.com');
  const commit = (tag: string, files: Readonly<Record<string, string | undefined>>) => {
    for (const [name, text] of Object.entries(files)) {
      if (text === undefined) git('rm', '--quiet', name);
      else writeFileSync(join(folder, name), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '-m', tag);
    git('tag', tag);
  };
  const limit = (value: number) => ({ 'lib/limit.cjs': `exports.LIMIT = ${value};` });
  commit('v1', { ...limit(1), 'arm/dice.cjs': PROGRAM, 'arm/dice.yaml': CAMPAIGN });
  commit('v2', { README: 'the same' });
  commit('gone', { 'arm/dice.cjs': undefined });
  commit('v3', { ...limit(4), 'arm/dice.cjs': PROGRAM });
  return { folder, git, store: join(dirname(folder), 'sweeps') };
}

function sweep({ folder, store }: ReturnType<typeof repository>, ...more: string[]) {
  const words = ['sweep', join(folder, 'arm/dice.yaml'), '-j', '1', '--store', store, '--json'];
  const { stdout, stderr } = orrery([...words, ...more]);
  if (stdout === '') throw new Error(stderr);
  const [, made] = /(\d+) runs made/.exec(stderr) ?? [];
  return { summary: JSON.parse(stdout) as CampaignSummary, made: Number(made), stderr };
}

it('compares revisions; those with the same files share their results', () => {
  const place = repository();
  const { git, folder, store } = place;
  const { summary, made } = sweep(place, '--revisions', 'v1,v1..v3,.');
  expect(made).toBe(16);
  const figures = summary.points.map(({ runs, failures }) => [runs, failures.count]);
  // v1; v2, gone and v3, which the range covers; the files as they are.
  expect(figures).toEqual([
    [8, 0],
    [8, 0],
    [0, 0],
    [8, 8],
    [8, 8],
  ]);
  const [{ revision = '', ...lost } = {}, ...others] = summary.lost;
  expect([lost, others]).toMatchObject([{ code: 'ORR_CAMPAIGN_REVISION', count: 8 }, []]);
  expect(git('rev-parse', 'gone')).toMatch(new RegExp(`^${revision}`));
  const shown = orrery(['sweep', 'show', '--store', store]).stdout;
  expect(shown).toContain(`8 without a result at ${revision}: ORR_CAMPAIGN_REVISION`);
  const compared = orrery(['sweep', 'compare', 'max(/throw)', '--store', store]).stdout.split('\n');
  expect(compared[1]).toMatch(/ 0 \(0 … 0\) +no$/);
  expect(compared[3]).toMatch(/yes$/);
  // None of the trees is left, and known results are not made again, even under other names.
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('status', '--porcelain')).toBe('');
  expect(sweep(place, '--revisions', 'HEAD,HEAD~2').made).toBe(0);
  // The command that a row prints repeats it: it fails by the same check.
  const { command } = summary.failures[0]!;
  const words = ['-c', command.replace('; orrery', `; "${process.execPath}" "${COMMAND}"`)];
  const repeated = spawnSync('sh', words, { cwd: dirname(folder), encoding: 'utf8' });
  expect(repeated.status).toBe(1);
  expect(repeated.stderr).toContain('does not fulfil "/throw: data < 1"');
});

it('names files in failures where they are now, so that one failure at several revisions is one kind', () => {
  const place = repository();
  const { folder, git } = place;
  for (const tag of ['v4', 'v5']) {
    const program = `throw new Error(__filename); // ${tag}\n`;
    writeFileSync(join(folder, 'arm/dice.cjs'), program);
    writeFileSync(join(folder, 'arm/dice.yaml'), CAMPAIGN.replace('seeds: 8', 'seeds: 1'));
    git('commit', '--quiet', '--all', '-m', tag);
    git('tag', tag);
  }
  const { failures } = sweep(place, '--revisions', 'v4,v5,.').summary;
  expect(failures).toMatchObject([{ count: 3 }]);
  expect(failures[0]!.text).toContain(join(folder, 'arm/dice.cjs'));
});

it('leaves no working tree after Ctrl-C, and removes that of a killed process the next time', async () => {
  const place = repository();
  const { git, folder, store } = place;
  const words = [
    'sweep',
    join(folder, 'arm/dice.yaml'),
    '--seeds',
    '1',
    '--store',
    store,
    '-j',
    '1',
  ];
  const long = CAMPAIGN.replace('500ms', '100s').replace('seeds: 8', 'seeds: 500');
  writeFileSync(join(folder, 'arm/dice.yaml'), `${long}revisions: [v1]\n`);
  words.splice(2, 2);
  const trees = () => git('worktree', 'list').split('\n').length - 1;
  for (const [signal, left] of [
    ['SIGINT', 0],
    ['SIGKILL', 1],
  ] as const) {
    const child = spawn(process.execPath, [COMMAND, ...words], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const results = join(store, 'results');
    const count = () => (existsSync(results) ? readdirSync(results).length : 0);
    const before = count();
    // Git is asked only once there is a result: while it makes a tree, it fails to list them.
    while ((count() === before || trees() === 0) && child.exitCode === null) {
      await new Promise((next) => setTimeout(next, 20));
    }
    child.kill(signal);
    await ended;
    expect([signal, trees()]).toEqual([signal, left]);
  }
  writeFileSync(join(folder, 'arm/dice.yaml'), CAMPAIGN);
  sweep(place, '--revisions', 'v1');
  expect(trees()).toBe(0);
  expect(readdirSync(join(folder, '.git')).includes('worktrees')).toBe(false);
});

it('makes a small campaign from a command line', () => {
  const { folder, store } = repository();
  const words = [
    '--seeds',
    '2',
    '--vary',
    'gain=1,2.5',
    '--metric',
    'max(/throw)',
    '--store',
    store,
  ];
  const system = ['--', join(folder, 'arm/dice.cjs'), '--until', '300ms'];
  const { stdout, stderr, status } = orrery(['sweep', ...words, ...system]);
  expect([status, stderr]).toMatchObject([0, expect.stringContaining('4 runs made')]);
  expect(stdout).toContain('dice: 4 of 4 runs');
  expect(stdout).toMatch(/^ +2\.5 {2}/m);
  const both = orrery(['sweep', join(folder, 'arm/dice.yaml'), '--seeds', '2']);
  expect(both.stderr).toContain('ORR_CAMPAIGN_WORDS');
  expect(readFileSync(join(folder, 'arm/dice.yaml'), 'utf8')).toBe(CAMPAIGN);
});
