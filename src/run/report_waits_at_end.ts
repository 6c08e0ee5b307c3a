import { Waitable } from '../graph/index.js';
import {
  describeHeldUp,
  describeUnanswered,
  type RunEnd,
  reportHeldUp,
  reportUnanswered,
} from '../record/index.js';
import { reportDeadlockAtEnd, type Simulation } from '../simulation/index.js';
import { describeWaits, type LoadingProgram } from './find_stalls.js';
import type { RunNotes } from './run_notes.js';

/**
 * Reports what was waiting when the run ended: callbacks that block their executors, as errors; a service and its
 * caller that both await something, and callbacks that hold up inputs, both of which may be intended, as warnings;
 * and, if the user ended the run, everything else that was awaited.
 */
export function reportWaitsAtEnd(
  simulation: Simulation,
  notes: RunNotes,
  end: RunEnd,
  loading: readonly LoadingProgram[],
): void {
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
}
