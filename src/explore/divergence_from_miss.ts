import type { NodeInputs } from '../record/index.js';
import type { Decision } from '../schedule/index.js';
import { type Divergence, divergenceOf, normally } from './divergence.js';
import type { Laboratory } from './laboratory.js';

/**
 * Where a node sees another order than in the nearest run that passes, in which the only decision is a little shorter.
 * The longer a message is late, the more comes before it, and only the last of it makes the run fail. Undefined if
 * that order is also the default one, or cannot be told.
 *
 * @param shorter - the decision with the longest time known to pass
 */
export async function divergenceFromMiss(
  laboratory: Laboratory,
  shorter: Decision,
  { standard, failing }: { standard: NodeInputs | undefined; failing: NodeInputs | undefined },
): Promise<Divergence | undefined> {
  if (standard === undefined) return undefined;
  const strategy = { kind: 'replay', decisions: [shorter] } as const;
  const { failure, outcome } = await laboratory.try(strategy, { inputs: true });
  if (failure !== undefined) return undefined;
  const divergence = divergenceOf(outcome?.explored.inputs, failing);
  return divergence?.reversed ? normally(divergence, standard) : undefined;
}
