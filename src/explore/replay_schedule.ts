import type { Decision } from '../schedule/index.js';
import type { Failure } from './judge_run.js';
import { type Experiment, Laboratory } from './laboratory.js';

/** The result of repeating a schedule. */
export interface ReplayVerdict {
  readonly failure: Failure | undefined;
  readonly digest: string | undefined;
  /** Decisions that did not take effect. */
  readonly unused: readonly Decision[];
}

/** Runs a schedule again and judges the run; the default run is made first, to compare with. */
export async function replaySchedule(
  experiment: Experiment,
  decisions: readonly Decision[],
): Promise<ReplayVerdict> {
  const laboratory = new Laboratory(experiment, 1);
  try {
    await laboratory.standard();
    const { outcome, failure } = await laboratory.fresh({ kind: 'replay', decisions });
    const unused = outcome?.explored.unused ?? [];
    return { failure, digest: outcome?.digest.total, unused };
  } finally {
    laboratory.close();
  }
}
