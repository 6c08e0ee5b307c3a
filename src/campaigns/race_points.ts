import { basename } from 'node:path';
import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import type { CampaignOptions } from './campaign_options.js';
import { CampaignPlan, type Point } from './campaign_plan.js';
import { figureNamed } from './figure_named.js';
import { openCampaign } from './open_campaign.js';
import { pairedDifference } from './paired_difference.js';
import { runCampaign } from './run_campaign.js';
import type { RunResult } from './run_result.js';

export interface RaceOptions extends Omit<CampaignOptions, 'rows' | 'shard' | 'shared'> {
  /** The figure that decides: a metric of the campaign, or `failures`. */
  readonly by: string;
  /** Which end of it is good. Default: `least`. */
  readonly best?: 'least' | 'most';
  /**
   * `race`: a point is dropped as soon as it is clearly worse than the leader, seed by seed.
   * `halving`: in every round, the worse half is dropped and the others get twice the seeds.
   */
  readonly rule: 'race' | 'halving';
  readonly onRound?: (round: RaceRound) => void;
}

/** One round: more seeds for the points that are left, then some of them are dropped. */
export interface RaceRound {
  /** Seeds that each point that is left has had. */
  readonly seeds: number;
  /** Numbers of the points, the best one first, and the means of their figure. */
  readonly order: readonly { readonly point: number; readonly mean: number | null }[];
  readonly dropped: readonly number[];
}

/** Which points are best, and how many runs that took. */
export interface Race {
  readonly rounds: readonly RaceRound[];
  /** The points that are left, the best one first. */
  readonly left: readonly Point[];
  /** Runs of the race, whether made now or known before, and those of the whole campaign. */
  readonly runs: number;
  readonly of: number;
  readonly interrupted: boolean;
}

/** Seeds of the first round of a race: with fewer, the interval of a difference says little. */
const FIRST_SEEDS = 8;
/** A race drops a point that is not worse with at most this probability, over all its comparisons. */
const MISTAKE = 0.05;

const OPTIONS: KnownNames<RaceOptions> = {
  by: true,
  best: true,
  rule: true,
  onRound: true,
  configOf: true,
  store: true,
  parallel: true,
  signal: true,
  campaign: true,
  folder: true,
  recheck: true,
  redis: true,
  redisPatienceMs: true,
  shrink: true,
  onProgress: true,
  onShrink: true,
};

/**
 * Finds the best points of a campaign with a part of its runs. Every point gets the campaign's seeds in
 * their order, so all are compared with the same ones. The result depends on nothing but the campaign.
 *
 * `halving` is successive halving (Karnin, Koren, Somekh, ICML 2013): the last round has all seeds.
 * `race` is a race (Maron, Moore, NIPS 1994) with intervals of the paired differences, whose
 * level allows for the number of comparisons (Bonferroni).
 *
 * @throws OrreryError as `runCampaign`; `ORR_COMPARE_METRIC`
 */
export async function racePoints(options: RaceOptions): Promise<Race> {
  requireKnownOptions(options, OPTIONS, 'racePoints()');
  const { by, best = 'least', rule, onRound, ...common } = options;
  const { campaign, signal, store } = common;
  const plan = new CampaignPlan(campaign);
  const figure = figureNamed(campaign, by);
  const budgets = budgetsOf(rule, plan.points.length, campaign.seeds.length);
  const rounds: RaceRound[] = [];
  const runs = new Set<number>();
  let left = plan.points.map(({ index }) => index);
  let interrupted = false;
  for (const [number, seeds] of budgets.entries()) {
    const rows = rowsOf(plan, left, seeds);
    for (const row of rows) runs.add(row);
    const work = await runCampaign({ ...common, rows, recheck: 0 });
    interrupted = signal?.aborted === true;
    if (interrupted) break;
    const results = resultsOf(store, basename(work.folders.campaign), rows);
    const ranked = rank(left, results, figure, best);
    if (ranked.every(({ mean }) => mean === null)) throw unranked(by);
    const comparisons = budgets.length * Math.max(1, plan.points.length - 1);
    const kept =
      rule === 'halving'
        ? ranked.slice(0, number === budgets.length - 1 ? 1 : Math.ceil(ranked.length / 2))
        : ranked.filter(({ point }) => !isWorse(ranked[0]!, point, results, figure, comparisons));
    left = kept.map(({ point }) => point);
    const dropped = ranked.map(({ point }) => point).filter((point) => !left.includes(point));
    const order = ranked.map(({ point, mean }) => ({ point, mean }));
    rounds.push({ seeds, order, dropped });
    onRound?.(rounds.at(-1)!);
    if (left.length === 1) break;
  }
  const points = left.map((index) => plan.points[index]!);
  return { rounds, left: points, runs: runs.size, of: plan.size, interrupted };
}

function unranked(by: string): OrreryError {
  return new OrreryError(
    'ORR_COMPARE_METRIC',
    `No run has a value of "${by}", so points cannot be ranked by it; correct its name, or choose another one.`,
  );
}

/** Seeds that each point has had after each round. */
function budgetsOf(rule: RaceOptions['rule'], points: number, seeds: number): number[] {
  const budgets: number[] = [];
  if (rule === 'race') {
    for (let n = FIRST_SEEDS; n < seeds; n *= 2) budgets.push(n);
    return [...budgets, seeds];
  }
  const rounds = Math.max(1, Math.ceil(Math.log2(points)));
  for (let round = rounds - 1; round >= 0; round--) {
    budgets.push(Math.max(1, Math.floor(seeds / 2 ** round)));
  }
  return budgets;
}

/** Seed by seed, as in the plan. */
function rowsOf(plan: CampaignPlan, points: readonly number[], seeds: number): number[] {
  const inOrder = [...points].sort((a, b) => a - b);
  return Array.from({ length: seeds }, (_, seed) =>
    inOrder.map((point) => seed * plan.points.length + point),
  ).flat();
}

type Results = ReadonlyMap<number, readonly RunResult[]>;

function resultsOf(store: string, name: string, rows: readonly number[]): Results {
  const open = openCampaign(store, name);
  const wanted = new Set(rows);
  const byPoint = new Map<number, RunResult[]>();
  for (const { row, result } of open.begunRows()) {
    if (result === undefined || !wanted.has(row)) continue;
    const point = row % open.plan.points.length;
    const known = byPoint.get(point);
    if (known === undefined) byPoint.set(point, [result]);
    else known.push(result);
  }
  return byPoint;
}

interface Ranked {
  readonly point: number;
  /** null: no run has the figure. */
  readonly mean: number | null;
  /** +1 if less is better. */
  readonly sign: 1 | -1;
}

/** The best first; points without the figure last; of equal ones the first. */
function rank(
  points: readonly number[],
  results: Results,
  figure: (result: RunResult) => number | null,
  best: 'least' | 'most',
): Ranked[] {
  const sign = best === 'least' ? 1 : -1;
  const ranked = points.map((point): Ranked => {
    const values = (results.get(point) ?? []).flatMap((result) => figure(result) ?? []);
    const sum = values.reduce((total, value) => total + value, 0);
    return { point, mean: values.length === 0 ? null : sum / values.length, sign };
  });
  const key = ({ mean }: Ranked) => (mean === null ? Number.POSITIVE_INFINITY : sign * mean);
  return ranked.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x === y ? a.point - b.point : x - y;
  });
}

function isWorse(
  leader: Ranked,
  point: number,
  results: Results,
  figure: (result: RunResult) => number | null,
  comparisons: number,
): boolean {
  if (point === leader.point || leader.mean === null) return false;
  const of = (index: number) => results.get(index) ?? [];
  const level = 1 - MISTAKE / comparisons;
  const { difference, isClear, pairs } = pairedDifference(
    of(leader.point),
    of(point),
    figure,
    level,
  );
  return pairs === 0 || (isClear && leader.sign * difference.estimate > 0);
}
