import type { NodeInputs } from '../record/index.js';
import type { Decision } from '../schedule/index.js';
import { type Divergence, divergenceAt, divergenceOf } from './divergence.js';
import type { Laboratory } from './laboratory.js';

/** A longer list of decisive decisions would no longer explain anything. */
const MOST = 16;

/** The effect of one decision. */
export interface Consequence {
  readonly decision: Decision;
  /** Where a node first sees another order than in the same run without the decision. */
  readonly divergence: Divergence;
}

/** What decisions do, seen by the nodes. */
export interface Reasons {
  /** Those without each of which a node sees something else at the first divergence from the default run. */
  readonly because: readonly Decision[];
  /** What the other ones do. */
  readonly consequences: readonly Consequence[];
}

export const NO_REASONS: Reasons = { because: [], consequences: [] };

/**
 * Finds the decisions that changed the first order that a node sees differently (if such a decision is left out and
 * all others are taken, the node sees something else there), and what each of the others changes. Each test is a run.
 */
export async function decidingMoves(
  laboratory: Laboratory,
  decisions: readonly Decision[],
  divergence: Divergence | undefined,
  { standard, failing }: { standard: NodeInputs | undefined; failing: NodeInputs | undefined },
): Promise<Reasons> {
  if (divergence === undefined || standard === undefined) return NO_REASONS;
  if (decisions.length > MOST) return NO_REASONS;
  // Without its only decision, the run is the default run.
  if (decisions.length === 1) return { because: [...decisions], consequences: [] };
  const because: Decision[] = [];
  const consequences: Consequence[] = [];
  for (const [i, decision] of decisions.entries()) {
    const others = decisions.toSpliced(i, 1);
    const trial = await laboratory.try({ kind: 'replay', decisions: others }, { inputs: true });
    const inputs = trial.outcome?.explored.inputs;
    if (inputs === undefined) continue;
    const seen = divergenceAt(standard, inputs, divergence.node);
    if (seen === undefined || !isSame(seen, divergence)) {
      because.push(decision);
      continue;
    }
    const changed = divergenceOf(inputs, failing);
    if (changed !== undefined) consequences.push({ decision, divergence: changed });
  }
  return { because, consequences };
}

/** Whether the node sees the same at the same place, whenever that is. */
function isSame(one: Divergence, other: Divergence): boolean {
  return one.index === other.index && one.first === other.first && one.instead === other.instead;
}
