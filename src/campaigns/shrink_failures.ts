import { counted, OrreryError } from '../errors/index.js';
import {
  confirmationOf,
  fewestLine,
  type ShrunkSeed,
  shrinkFromPassing,
  statementOf,
} from '../explore/index.js';
import type { Runner } from '../run/index.js';
import { type Decision, scheduleText } from '../schedule/index.js';
import type { CampaignOptions, ShrinkLimits } from './campaign_options.js';
import type { PlannedRun } from './campaign_plan.js';
import { type FailureCluster, summarizeCampaign } from './campaign_summary.js';
import type { CampaignWorker } from './campaign_worker.js';
import { fewestSettings } from './fewest_settings.js';
import type { OpenCampaign } from './open_campaign.js';
import type { RunResult } from './run_result.js';
import { ShrunkExamples } from './shrunk_examples.js';

/** What shrinking needs of the campaign that is made. */
export interface ShrinkMeans extends Pick<CampaignOptions, 'signal' | 'onShrink' | 'parallel'> {
  readonly limits: ShrinkLimits;
  readonly worker: CampaignWorker;
  readonly runner: Runner;
  /** Keeps the result of a run that the campaign does not have. */
  publish(result: RunResult): void;
}

/** An example, and the passing run most similar to it. */
interface Pair extends ShrinkMeans {
  readonly open: OpenCampaign;
  readonly kind: string;
  readonly row: number;
  readonly failing: RunResult;
  readonly passing: number;
  readonly step: (runs: number) => void;
}

interface Shrunk {
  readonly statement: readonly string[];
  readonly confirmed: boolean;
  readonly runs: number;
  /** The run whose default order the decisions change. */
  readonly run: PlannedRun;
  readonly decisions: readonly Decision[];
  readonly digest: string | undefined;
}

/**
 * Shrinks the smallest example of each kind of failure, as far as the limits go, and keeps it with the
 * campaign. Examples that have been shrunk are not shrunk again.
 */
export async function shrinkFailures(open: OpenCampaign, means: ShrinkMeans): Promise<void> {
  const { limits, signal } = means;
  const known = new ShrunkExamples(open.folders.campaign);
  const clusters = summarizeCampaign(open).failures.filter(({ passing }) => passing !== undefined);
  const wanted = clusters.slice(0, limits.examples);
  const results = resultsOf(open, wanted);
  for (const [i, { row, kind, where, passing = 0, text }] of wanted.entries()) {
    const [failing, other] = [results.get(row), results.get(passing)];
    if (signal?.aborted || failing === undefined || other === undefined) return;
    const of = [failing.key, other.key, where, limits.runs].join(' ');
    if (known.find(failing.key)?.of === of) continue;
    const progress = { example: i + 1, of: wanted.length };
    const step = (runs: number) => means.onShrink?.({ ...progress, runs });
    const shrunk = await shrink({ ...means, open, kind, row, failing, passing, step });
    if (signal?.aborted || shrunk === undefined) continue;
    const { statement, confirmed, runs } = shrunk;
    const { words, point } = shrunk.run;
    const { revision } = point;
    const at = revision === undefined ? {} : { revision };
    const schedule = `shrunk-${row}.json`;
    known.add(
      failing.key,
      { of, statement, confirmed, runs, words, ...at, schedule },
      scheduleOf(shrunk, text, means.worker),
    );
  }
}

function resultsOf(
  open: OpenCampaign,
  clusters: readonly FailureCluster[],
): ReadonlyMap<number, RunResult> {
  const rows = new Set(clusters.flatMap(({ row, passing = row }) => [row, passing]));
  const results = new Map<number, RunResult>();
  if (rows.size === 0) return results;
  for (const { row, result } of open.begunRows()) {
    if (rows.has(row) && result !== undefined) results.set(row, result);
  }
  return results;
}

/** A run with the seed of the failing one has different settings; a run with its settings has a different seed. */
function shrink(pair: Pair): Promise<Shrunk | undefined> {
  const { open, row, passing } = pair;
  const { seed } = open.plan.cell(row);
  return seed === open.plan.cell(passing).seed ? shrinkSettings(pair) : shrinkSeed(pair, seed);
}

async function shrinkSeed(pair: Pair, seed: string): Promise<Shrunk | undefined> {
  const { open, passing, worker, limits, parallel, signal, step } = pair;
  const run = open.plan.run(passing);
  const config = worker.plainConfigOf(run);
  if (config.proof.schedule !== undefined) return undefined;
  const found = await shrinkFromPassing({
    ...{ config, checks: open.campaign.checks, seed, runs: limits.runs, parallel },
    ...(signal && { signal }),
    onRun: step,
  });
  if (found === undefined) return undefined;
  const { decisions, digest, confirmed } = found.shrunk;
  return {
    ...{ statement: seedStatement(found, run), confirmed, runs: found.runs },
    ...{ run, decisions, digest },
  };
}

function seedStatement({ shrunk, spent, runs }: ShrunkSeed, { row, seed }: PlannedRun): string[] {
  const { decisions } = shrunk;
  const proof = spent ? `perhaps fewer: ended after ${counted(runs, 'run')}` : fewestLine(shrunk);
  const count = decisions.length === 1 ? 'one decision is' : `${decisions.length} decisions are`;
  return [
    `with the seed ${seed} of row ${row}, which passes, ${count} enough:`,
    ...statementOf(shrunk).map((line) => `  ${line}`),
    `${proof}; ${confirmationOf(shrunk)}`,
  ];
}

async function shrinkSettings(pair: Pair): Promise<Shrunk | undefined> {
  const { open, row, passing, limits, signal } = pair;
  const [own, other] = [row, passing].map((each) => open.plan.cell(each).point.values);
  const differing = Object.keys(own!).filter((name) => own![name] !== other![name]);
  let runs = 0;
  const { axes, proved } = await fewestSettings(differing, limits.runs, async (tried) => {
    if (signal?.aborted) return false;
    pair.step(++runs);
    return (await resultOf(pair, tried))?.failure?.kind === pair.kind;
  });
  if (signal?.aborted) return undefined;
  const run = open.plan.mixed(row, new Set(axes), passing);
  const needed = axes.map((name) => `${name} ${own![name]} instead of ${other![name]}`);
  const free = differing.filter((name) => !axes.includes(name));
  const alike = free.length === 0 ? '' : `; ${free.join(', ')} as in that row`;
  const proof = provenBy(differing.length, runs, proved);
  return {
    ...{ runs, run, decisions: [], digest: (await resultOf(pair, new Set(axes)))?.digest },
    statement: [
      `compared with row ${passing}, which passes, this is enough: ${needed.join(', ')}${alike}`,
      proof,
    ],
    confirmed: true,
  };
}

function provenBy(differing: number, runs: number, proved: boolean): string {
  if (differing === 1) return 'no fewer: the rows differ in nothing else';
  if (!proved) return `perhaps fewer: ended after ${counted(runs, 'run')}`;
  return `no fewer: with every smaller part of these settings it does not fail in this way (${counted(runs, 'run')})`;
}

/** The result of the failing run with the settings of the passing one on all axes but these. */
async function resultOf(
  { open, row, passing, worker, runner, publish, signal }: Pair,
  axes: ReadonlySet<string>,
): Promise<RunResult | undefined> {
  const run = open.plan.mixed(row, axes, passing);
  try {
    const known = worker.find(run);
    if (known !== undefined) return known;
    const result = await worker.execute(run, runner);
    publish(result);
    return result;
  } catch (error) {
    // Some settings may be impossible together, which is another failure.
    if (signal?.aborted || error instanceof OrreryError) return undefined;
    throw error;
  }
}

/** A file for `--schedule`, which makes the checks bind, too. */
function scheduleOf(
  { run, decisions, digest }: Shrunk,
  text: string,
  worker: CampaignWorker,
): string {
  const { proof, system } = worker.configOf(run);
  const own = worker.plainConfigOf(run).system.programs.length;
  return scheduleText({
    ...{ failure: text, delays: [], losses: [], decisions },
    ...(digest === undefined ? {} : { digest }),
    expect: proof.expect ?? [],
    liveness: proof.liveness ?? [],
    programs: system.programs.slice(own).map(({ file }) => file),
  });
}
