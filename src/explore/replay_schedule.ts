import { anchorOf, type Decision, type MissedDecision } from '../schedule/index.js';
import type { Failure } from './judge_run.js';
import { type Experiment, Laboratory } from './laboratory.js';

/** The result of repeating a schedule. */
export interface ReplayVerdict {
  readonly failure: Failure | undefined;
  readonly digest: string | undefined;
  /** The decisions as they apply to the present system. */
  readonly decisions: readonly Decision[];
  /** Decisions that the system no longer has under their saved names or numbers. */
  readonly reanchored: readonly { readonly from: Decision; readonly to: Decision }[];
  /** Decisions that were not reached; if there are any, a run without a failure proves nothing. */
  readonly missed: readonly MissedDecision[];
  /** Checks that had nothing to judge; a run without a failure says nothing about them, either. */
  readonly unevaluated: readonly string[];
}

/**
 * Runs a saved schedule and judges the run; the default run is made first, for comparison. A decision that no longer
 * fits, but can refer to one place only, is taken there in another run.
 */
export async function replaySchedule(
  experiment: Experiment,
  saved: readonly Decision[],
): Promise<ReplayVerdict> {
  const laboratory = new Laboratory(experiment, 1);
  const origin = new Map<Decision, Decision>(saved.map((each) => [each, each]));
  let decisions = saved;
  try {
    await laboratory.standard();
    for (let round = 0; ; round++) {
      const { outcome, failure, idle } = await laboratory.fresh({
        kind: 'replay',
        decisions,
        saved: true,
      });
      const missed = outcome?.explored.missed ?? [];
      const anchors = new Map(missed.map((each) => [keyOf(each.decision), anchorOf(each)]));
      const isMovable = [...anchors.values()].some((anchor) => anchor !== undefined);
      if (failure !== undefined || !isMovable || round > saved.length) {
        const moved = [...origin].filter(([to, from]) => to !== from && decisions.includes(to));
        const reanchored = moved.map(([to, from]) => ({ from, to }));
        const digest = outcome?.digest.total;
        return { failure, digest, decisions, reanchored, missed, unevaluated: idle };
      }
      decisions = decisions.map((each) => {
        const anchor = anchors.get(keyOf(each));
        if (anchor === undefined) return each;
        origin.set(anchor, origin.get(each)!);
        return anchor;
      });
    }
  } finally {
    await laboratory.close();
  }
}

/** Compares decisions by content, because those that a run's thread returns are copies. */
function keyOf(decision: Decision): string {
  return JSON.stringify(decision);
}
