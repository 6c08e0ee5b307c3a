/** Races, trials that others choose, and bisection over revisions: campaigns that decide what to run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Campaigns from '../src/campaigns/public.js';
import type { RaceOptions, RaceRound } from '../src/campaigns/public.js';
import type * as Orrery from '../src/index.js';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';

// The threads of runs need the built package.
const built = (file: string) => import(new URL(`dist/${file}`, `file://${ROOT}/`).href);
const { findSince, parseCampaign, racePoints, Trials }: typeof Campaigns =
  await built('campaigns/public.js');
const { systemConfig }: typeof Orrery = await built('index.js');

/** Publishes its quality, and noise that depends on the seed only. */
const PROGRAM = (limit: number) => `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const { ParameterType } = rclnodejs;
  node.declareParameter(new rclnodejs.Parameter('level', ParameterType.PARAMETER_INTEGER, 0n));
  const level = Number(node.getParameter('level').value);
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'x');
  node.createTimer(100_000_000n, () => publisher.publish({ data: level + ${limit} + Math.random() }));
  node.spin();
});`;

const CAMPAIGN = `
system: [dice.cjs]
seeds: 16
axes: { level: { parameter: level, values: [5, 3, 0, 4] } }
metrics: [max(/x)]
`;

function workplace(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The arguments of a run. */
function configOf(words: readonly string[]) {
  const [file = ''] = words;
  const after = (option: string) => words[words.indexOf(option) + 1] ?? '';
  const rosArgs = words.includes('-p') ? ['-p', after('-p')] : [];
  return systemConfig(file, { until: '200ms', seed: after('--seed'), rosArgs });
}

function race(options: Partial<RaceOptions>, text = CAMPAIGN) {
  const folder = workplace({ 'dice.cjs': PROGRAM(0) });
  const campaign = parseCampaign(text, join(folder, 'dice.yaml'));
  const common = { campaign, configOf, folder, store: join(folder, 'sweeps'), parallel: 1 };
  return racePoints({ ...common, by: 'max(/x)', rule: 'race', ...options });
}

it('ranks no points by a metric that no run has', async () => {
  const text = CAMPAIGN.replace('max(/x)', 'latency(/x)');
  await expect(race({ by: 'latency(/x)' }, text)).rejects.toThrow(/No run has a value of "latency/);
});

it('finds the best point with part of the runs, by racing and by halving', async () => {
  const won = await race({});
  expect(won.left.map(({ values }) => values)).toEqual([{ level: 0 }]);
  expect(won).toMatchObject({ runs: 32, of: 64 });
  const rounds: RaceRound[] = [];
  const halved = await race({
    rule: 'halving',
    best: 'most',
    onRound: (each) => rounds.push(each),
  });
  expect(halved.left.map(({ values }) => values)).toEqual([{ level: 5 }]);
  // 8 seeds for 4 points, then 16 for 2.
  expect(rounds.map(({ seeds, order }) => [seeds, order.length])).toEqual([
    [8, 4],
    [16, 2],
  ]);
  expect(halved.runs).toBe(48);
});

it('keeps points that the seeds do not separate, and refuses a figure that does not exist', async () => {
  const same = CAMPAIGN.replace('[5, 3, 0, 4]', '[0, 1]').replace('16', '10');
  const text = PROGRAM(0).replace('level + 0 +', '0 * level +');
  const folder = workplace({ 'dice.cjs': text });
  const campaign = parseCampaign(same, join(folder, 'dice.yaml'));
  const common = { campaign, configOf, folder, store: join(folder, 'sweeps'), parallel: 1 };
  const { left, rounds } = await racePoints({ ...common, by: 'max(/x)', rule: 'race' });
  expect(left).toHaveLength(2);
  expect(rounds.map(({ seeds }) => seeds)).toEqual([8, 10]);
  await expect(racePoints({ ...common, by: 'min(/x)', rule: 'race' })).rejects.toMatchObject({
    code: 'ORR_COMPARE_METRIC',
  });
});

it('tries any point with the same seeds, and remembers what it has tried', async () => {
  const folder = workplace({ 'dice.cjs': PROGRAM(0) });
  const campaign = parseCampaign(CAMPAIGN, join(folder, 'dice.yaml'));
  const trials = new Trials({ campaign, configOf, folder, store: join(folder, 's'), parallel: 1 });
  try {
    const [a, b] = [
      await trials.try({ values: { level: 7 }, seeds: 3 }),
      await trials.try({ values: { level: 9 }, seeds: 3 }),
    ];
    const mean = ({ metrics }: typeof a) => metrics['max(/x)']!.mean.estimate;
    // Common random numbers: only the level differs.
    expect(mean(b) - mean(a)).toBeCloseTo(2, 12);
    expect(await trials.try({ values: { level: 7 }, seeds: 4 })).toMatchObject({
      cached: 3,
      runs: 4,
    });
    for (const bad of [
      { values: {} },
      { values: { gain: 1 } },
      { values: { level: 1 }, seeds: 99 },
      { values: { level: 'high' } },
      { values: { level: '' } },
      { values: { level: Number.POSITIVE_INFINITY } },
    ]) {
      await expect(trials.try(bad)).rejects.toMatchObject({ code: 'ORR_CAMPAIGN_TRIAL' });
    }
  } finally {
    trials.close();
  }
});

it('refuses a line that says more than trials have, and reads the next', () => {
  const folder = workplace({
    'dice.cjs': PROGRAM(0),
    'dice.yaml': CAMPAIGN.replace('dice.cjs', 'dice.cjs, --until, 200ms'),
  });
  const lines = [
    { values: { level: 1 }, seds: 1 },
    { id: 2, values: { level: 1 }, seeds: 1 },
  ];
  const input = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  const words = ['sweep', 'trials', join(folder, 'dice.yaml'), '-j', '1'];
  const store = ['--store', join(folder, 's')];
  const { stdout } = spawnSync(process.execPath, [COMMAND, ...words, ...store], {
    ...{ input, encoding: 'utf8' },
  });
  const [, first, second] = stdout.split('\n').map((line) => (line ? JSON.parse(line) : undefined));
  expect(first).toMatchObject({
    error: { message: 'A trial has no "seds"; did you mean "seeds"?' },
  });
  expect(second).toMatchObject({ id: 2, runs: 1 });
});

it('finds the revision that broke a system, past revisions that cannot be run', async () => {
  const folder = workplace({
    'dice.yaml': `system: [dice.cjs]\nseeds: 2\nchecks: ['topic:/x: data < 2']\n`,
  });
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'me');
  git('config', 'user.email', 'me@example.com');
  const commits: string[] = [];
  const commit = (title: string, program: string | undefined) => {
    writeFileSync(join(folder, 'notes'), title);
    if (program !== undefined) writeFileSync(join(folder, 'dice.cjs'), program);
    else git('rm', '--quiet', 'dice.cjs');
    git('add', '--all');
    git('commit', '--quiet', '-m', title);
    commits.push(git('rev-parse', 'HEAD'));
  };
  commit('first', PROGRAM(0));
  commit('other figures', `${PROGRAM(0)} // The same.`.replace('0 +', '0.5 +'));
  commit('gone', undefined);
  commit('broken', PROGRAM(3));
  commit('still broken', PROGRAM(4));
  const options = {
    ...{ file: join(folder, 'dice.yaml'), good: commits[0]!, configOf },
    ...{ store: join(temporaryDirectory(), 'sweeps'), parallel: 1 },
  };
  const failing = await findSince(options);
  // At "gone" there is nothing to run, so the culprit may be that revision or the next.
  expect(failing.first.map(({ title, verdict }) => [title, verdict])).toEqual([
    ['gone', 'untestable'],
    ['broken', 'bad'],
  ]);
  const differing = await findSince({ ...options, by: 'digest' });
  expect(differing.first.map(({ title }) => title)).toEqual(['other figures']);
  const of = (good: string, bad: string) => findSince({ ...options, good, bad });
  await expect(of(commits[4]!, commits[0]!)).rejects.toMatchObject({ code: 'ORR_CAMPAIGN_SINCE' });
  await expect(of(commits[3]!, commits[4]!)).rejects.toMatchObject({
    code: 'ORR_CAMPAIGN_SINCE',
    message: expect.stringMatching(/ is not good: row \d+: .*[^.]; give a good revision/),
  });
  await expect(of('nowhere', commits[4]!)).rejects.toMatchObject({ code: 'ORR_CAMPAIGN_GIT' });
  // Nothing of it is left in the user's repository.
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('status', '--porcelain')).toBe('');
  expect(
    existsSync(join(folder, '.git', 'worktrees'))
      ? readdirSync(join(folder, '.git', 'worktrees'))
      : [],
  ).toEqual([]);
});
