import { resolve } from 'node:path';
import { needsRecording } from '../explore/index.js';
import { AxisEffects } from './axis_effects.js';
import { countedRows } from './counted_rows.js';
import type { FailurePlaces } from './failure_places.js';
import type { CampaignRow, OpenCampaign } from './open_campaign.js';
import { type PairedDifference, pairedDifference } from './paired_difference.js';
import { type PointSummary, PointTally } from './point_summary.js';
import { commandOf, repeatCommand } from './repeat_command.js';
import { REVISION_AXIS } from './revision_axis.js';
import type { RunResult } from './run_result.js';
import { ShrunkExamples } from './shrunk_examples.js';
import { type Unmeasured, UnmeasuredTally } from './unmeasured_tally.js';

/** Failures of one kind that diverge from the passing runs at the same place. */
export interface FailureCluster {
  readonly kind: string;
  /**
   * Where they first differ from the most similar passing run; undefined: no run passes, or the failures were not
   * examined.
   */
  readonly where?: string;
  /** Equal for groups that diverge at the same place: probably one cause that breaks several checks. */
  readonly cause?: string;
  readonly count: number;
  /** The smallest example: of the runs with the fewest callbacks, the first. */
  readonly row: number;
  readonly callbacks: number;
  readonly text: string;
  /** The row of the most similar passing run. */
  readonly passing?: number;
  /** The command that repeats it. */
  readonly command: string;
  /** What the example needs to fail; absent if it was not shrunk. */
  readonly shrunk?: ShrunkCluster;
}

/** The smallest example of a kind of failure, reduced to what it needs. */
export interface ShrunkCluster {
  /** What the failure requires, as lines of text. */
  readonly statement: readonly string[];
  /** Whether the example failed in the same way when it was repeated. */
  readonly confirmed: boolean;
  /** Runs that shrinking took. */
  readonly runs: number;
  /** The command that repeats it and fails. */
  readonly command: string;
}

/** Runs that left no result, for the same reason and at the same revision. */
export interface LostRuns {
  readonly code: string;
  /** The reason of the first of them. */
  readonly text: string;
  readonly row: number;
  readonly count: number;
  /** The revision as its axis calls it; absent for the files as they are. */
  readonly revision?: string;
}

/** The results of a campaign so far. */
export interface CampaignSummary {
  readonly name: string;
  readonly size: number;
  readonly counts: Readonly<Record<CampaignRow['state'], number>>;
  /** A file that has changed since rows were made that do not count therefore. */
  readonly changed?: string;
  /** Why rows have no result. */
  readonly lost: readonly LostRuns[];
  /** The rows that count; with a stopping rule, those up to the one at which it applied. */
  readonly rows: number;
  readonly points: readonly PointSummary[];
  readonly failures: readonly FailureCluster[];
  /** Checks that had nothing to judge in any run. */
  readonly unevaluated: readonly string[];
  /** Metrics without a value in any run, or with values that are not numbers. */
  readonly unmeasured: readonly Unmeasured[];
  /** Axes whose values make no difference to any run. */
  readonly idleAxes: readonly string[];
  /** Runs that used inputs that the simulation does not control. */
  readonly irreproducible: number;
  /** Keys of runs that differed between two executions. */
  readonly nondeterministic: readonly string[];
  readonly rechecked: number;
}

/** Confidence level of a campaign's intervals, unless its stopping rule has another one. */
const LEVEL = 0.95;

/** Summarises the results of a campaign so far, in the order of its rows. */
export function summarizeCampaign(open: OpenCampaign): CampaignSummary {
  const { campaign, plan, state, places } = open;
  const level = campaign.stop?.level ?? LEVEL;
  const byPoint = plan.points.map((point) => new PointTally(point, campaign.metrics));
  const clusters = new Map<string, FailureCluster>();
  const waiting = Math.max(0, plan.size - open.begun);
  const counts = { done: 0, lost: 0, open: 0, waiting, changed: 0 };
  const shrunk = new ShrunkExamples(open.folders.campaign);
  const effects = new AxisEffects(plan.points);
  const unmeasured = new UnmeasuredTally(campaign.metrics);
  let [rows, irreproducible] = [0, 0];
  let unevaluated: readonly string[] | undefined;
  let changedFile: string | undefined;
  for (const [{ row, state: is, changed }, result] of countedRows(open)) {
    counts[is]++;
    changedFile ??= changed;
    if (result === undefined) continue;
    rows++;
    byPoint[row % plan.points.length]!.add(result);
    effects.add(row, result.digest);
    unmeasured.add(result);
    if (!result.reproducible) irreproducible++;
    unevaluated = (unevaluated ?? result.idle).filter((check) => result.idle.includes(check));
    if (result.failure === undefined) continue;
    const { callbacks } = result;
    const own = {
      ...{ ...result.failure, row, callbacks },
      ...placeIn(places, result.key),
      ...shrunkIn(shrunk, result.key, open),
    };
    countFailure(clusters, { ...own, count: 1, command: repeatCommand(open, row) });
  }
  return {
    ...{ name: campaign.name, size: plan.size, counts, rows, irreproducible },
    points: byPoint.map((point) => point.summary(level)),
    failures: [...clusters.values()].sort((a, b) => b.count - a.count || a.row - b.row),
    lost: lostRuns(open),
    unevaluated: unevaluated ?? [],
    unmeasured: unmeasured.found(),
    idleAxes: effects.idle(),
    nondeterministic: contradictedKeys(open),
    rechecked: state.rechecked,
    ...(changedFile === undefined ? {} : { changed: changedFile }),
  };
}

function placeIn(
  places: FailurePlaces,
  key: string,
): Pick<FailureCluster, 'where' | 'cause' | 'passing'> {
  const { among: _, ...place } = places.find(key) ?? {};
  return place;
}

function shrunkIn(
  examples: ShrunkExamples,
  key: string,
  { campaign, folder, folders }: OpenCampaign,
): Pick<FailureCluster, 'shrunk'> {
  const example = examples.find(key);
  if (example === undefined) return {};
  const { statement, confirmed, runs, words, revision } = example;
  const schedule = resolve(folders.campaign, example.schedule);
  // A single run does not judge what is searched for in its recording.
  const command = campaign.checks.some((text) => needsRecording({ text }))
    ? commandOf(
        folder,
        [...words, '--replay', schedule, ...campaign.checks.flatMap((text) => ['--check', text])],
        revision,
        'explore',
      )
    : commandOf(folder, [...words, '--schedule', schedule], revision);
  return { shrunk: { statement, confirmed, runs, command } };
}

function countFailure(clusters: Map<string, FailureCluster>, failure: FailureCluster): void {
  const name = `${failure.kind}\0${failure.cause ?? failure.where ?? ''}`;
  const known = clusters.get(name);
  const smallest = known && known.callbacks <= failure.callbacks ? known : failure;
  clusters.set(name, { ...smallest, count: (known?.count ?? 0) + 1 });
}

/** The other groups that diverge where this one does. */
export function ofOneCause(
  { cause, kind }: FailureCluster,
  all: readonly FailureCluster[],
): FailureCluster[] {
  return all.filter((other) => cause !== undefined && other.cause === cause && other.kind !== kind);
}

/** In the order of the rows. */
function lostRuns({ state, plan }: OpenCampaign): LostRuns[] {
  const reasons = new Map<string, LostRuns>();
  for (const [row, { code, text }] of [...state.lost].sort(([one], [other]) => one - other)) {
    // Each revision may have a different reason.
    const { revision: commit, values } = plan.run(row).point;
    const name = `${code}\0${commit ?? ''}`;
    const at = commit === undefined ? {} : { revision: String(values[REVISION_AXIS]) };
    const known = reasons.get(name) ?? { code, text, row, count: 0, ...at };
    reasons.set(name, { ...known, count: known.count + 1 });
  }
  return [...reasons.values()];
}

/** Keys of this campaign that have two results. */
function contradictedKeys({ contradictions, state }: OpenCampaign): string[] {
  if (contradictions.length === 0) return [];
  const own = new Set(state.done.values());
  return [...new Set(contradictions.map(({ key }) => key))].filter((key) => own.has(key));
}

/** How a figure of every point differs from the first point, seed by seed. */
export function comparePoints(
  open: OpenCampaign,
  figure: (result: RunResult) => number | null | undefined,
): PairedDifference[] {
  const byPoint: RunResult[][] = open.plan.points.map(() => []);
  for (const { row, result } of open.begunRows()) {
    if (result !== undefined) byPoint[row % byPoint.length]!.push(result);
  }
  return byPoint.slice(1).map((results) => pairedDifference(byPoint[0]!, results, figure));
}
