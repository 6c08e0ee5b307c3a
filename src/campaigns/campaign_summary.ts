import type { OpenCampaign } from './open_campaign.js';
import { type PairedDifference, pairedDifference } from './paired_difference.js';
import { type PointSummary, summarize } from './point_summary.js';
import type { RunResult } from './run_result.js';
import { StoppingDecision } from './stopping_decision.js';

/** A failure of a kind, over all runs of a campaign. */
export interface FailureKind {
  readonly kind: string;
  readonly count: number;
  /** The first row with this failure, and its text there. */
  readonly row: number;
  readonly text: string;
}

/** The results of a campaign so far. */
export interface CampaignSummary {
  readonly name: string;
  readonly size: number;
  readonly counts: Readonly<Record<'done' | 'lost' | 'open' | 'waiting', number>>;
  /** The rows that count; with a stopping rule, those up to the one at which it applied. */
  readonly rows: number;
  readonly points: readonly PointSummary[];
  readonly failures: readonly FailureKind[];
  /** Checks that had nothing to judge in any run. */
  readonly unevaluated: readonly string[];
  /** Runs that used inputs that the simulation does not determine. */
  readonly irreproducible: number;
  /** Keys of runs that differed between two executions. */
  readonly nondeterministic: readonly string[];
  readonly rechecked: number;
}

/** Confidence level of a campaign's intervals, unless its stopping rule has another one. */
const LEVEL = 0.95;

/** Summarises the results of a campaign so far, in the order of its rows. */
export function summarizeCampaign(open: OpenCampaign): CampaignSummary {
  const { campaign, plan, state } = open;
  const level = campaign.stop?.level ?? LEVEL;
  const stopping = campaign.stop && new StoppingDecision(campaign.stop, plan.points.length);
  const byPoint: RunResult[][] = plan.points.map(() => []);
  const kinds = new Map<string, FailureKind>();
  const counts = { done: 0, lost: 0, open: 0, waiting: 0 };
  let [rows, irreproducible] = [0, 0];
  let unevaluated: readonly string[] | undefined;
  for (const { row, state: is, result } of open.rows()) {
    counts[is]++;
    if (result === undefined || stopping?.isEnough) continue;
    rows++;
    stopping?.add(row, result.status === 'failed');
    byPoint[row % plan.points.length]!.push(result);
    if (!result.reproducible) irreproducible++;
    unevaluated = (unevaluated ?? result.idle).filter((check) => result.idle.includes(check));
    if (result.failure !== undefined) countFailure(kinds, result.failure, row);
  }
  return {
    ...{ name: campaign.name, size: plan.size, counts, rows, irreproducible },
    points: plan.points.map((point, i) => summarize(point, byPoint[i]!, campaign.metrics, level)),
    failures: [...kinds.values()].sort((a, b) => b.count - a.count || a.row - b.row),
    unevaluated: unevaluated ?? [],
    nondeterministic: contradictedKeys(open),
    rechecked: state.rechecked,
  };
}

function countFailure(
  kinds: Map<string, FailureKind>,
  { kind, text }: NonNullable<RunResult['failure']>,
  row: number,
): void {
  const known = kinds.get(kind);
  kinds.set(kind, known ? { ...known, count: known.count + 1 } : { kind, count: 1, row, text });
}

/** Keys of this campaign that have two results. */
function contradictedKeys({ contradictions, state }: OpenCampaign): string[] {
  const own = new Set(state.done.values());
  return [...new Set(contradictions.map(({ key }) => key))].filter((key) => own.has(key));
}

/** How a figure of every point differs from the first point, seed by seed. */
export function comparePoints(
  open: OpenCampaign,
  figure: (result: RunResult) => number | null | undefined,
): PairedDifference[] {
  const byPoint: RunResult[][] = open.plan.points.map(() => []);
  for (const { row, result } of open.rows()) {
    if (result !== undefined) byPoint[row % byPoint.length]!.push(result);
  }
  return byPoint.slice(1).map((results) => pairedDifference(byPoint[0]!, results, figure));
}
