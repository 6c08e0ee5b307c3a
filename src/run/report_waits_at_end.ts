import { Waitable } from '../graph/index.js';
import {
  describeHeldUp,
  describeNeverSettles,
  describeUnanswered,
  type GraphWitness,
  type RunEnd,
  reportHeldUp,
  reportLostCallbacks,
  reportUnanswered,
} from '../record/index.js';
import { reportDeadlockAtEnd, type Simulation } from '../simulation/index.js';
import { findLostWaits } from './find_lost_waits.js';
import { describeWaits, type LoadingProgram } from './find_stalls.js';
import type { RunNotes } from './run_notes.js';

interface Waits {
  readonly loading: readonly LoadingProgram[];
  readonly witness: GraphWitness | undefined;
}

/**
 * Reports what was waiting when the run ended: callbacks that block their executors, as errors; a service and its
 * caller that both await something, callbacks that hold up inputs, and callbacks that await what nothing can settle,
 * all of which may be intended, as warnings; and, if the user ended the run, everything else that was awaited.
 *
 * @param waits - the programs that are not loaded yet, and the witness that keeps what is found about them
 */
export async function reportWaitsAtEnd(
  simulation: Simulation,
  notes: RunNotes,
  end: RunEnd,
  { loading, witness }: Waits,
): Promise<void> {
  reportDeadlockAtEnd(simulation, notes);
  // What a stalled run waits for is already an error.
  if (end === 'stalled') return;
  const { graph } = simulation;
  // The user may have been waiting for it, too.
  if (end === 'interrupted' || end === 'wall') describeWaits(graph, loading).forEach(notes.warn);
  const sleeping = (name: string) =>
    graph.kernel.delays.some(
      (item) =>
        item instanceof Waitable && item.kind === 'user_timer' && item.node.fullName === name,
    );
  for (const report of reportUnanswered(graph)) {
    if (!report.awaits || report.caller === undefined || sleeping(report.server)) continue;
    notes.warn(describeUnanswered(report));
  }
  for (const report of reportHeldUp(graph)) notes.warn(describeHeldUp(report));
  const modules = await findLostWaits(graph, loading);
  witness?.noteModules(modules);
  for (const report of reportLostCallbacks(graph)) notes.warn(describeNeverSettles(report));
}
