import type { NodeInputs } from '../record/index.js';
import type { Decision } from '../schedule/index.js';
import { type Divergence, divergenceAt } from './divergence.js';
import type { Laboratory } from './laboratory.js';

/** A longer list of decisive decisions would no longer explain anything. */
const MOST = 16;

/**
 * Finds the decisions that changed the first order that a node sees differently: if such a decision is left out and
 * all others are taken, the node sees something else there. Each test is a run.
 */
export async function decidingMoves(
  laboratory: Laboratory,
  decisions: readonly Decision[],
  divergence: Divergence | undefined,
  standard: NodeInputs | undefined,
): Promise<Decision[]> {
  if (divergence === undefined || standard === undefined) return [];
  if (decisions.length > MOST) return [];
  // Without its only decision, the run is the default run.
  if (decisions.length === 1) return [...decisions];
  const deciding: Decision[] = [];
  for (const [i, decision] of decisions.entries()) {
    const others = decisions.toSpliced(i, 1);
    const trial = await laboratory.try({ kind: 'replay', decisions: others }, { inputs: true });
    const inputs = trial.outcome?.explored.inputs;
    if (inputs === undefined) continue;
    const seen = divergenceAt(standard, inputs, divergence.node);
    if (seen?.first !== divergence.first || seen?.instead !== divergence.instead) {
      deciding.push(decision);
    }
  }
  return deciding;
}
