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
 * Reports what waited for each other when the run ended: callbacks that hold their executors, as errors, and
 * a service and its caller that both await something, and a callback that holds up inputs,
 * which may be meant, as warnings; when somebody has ended
 * it, also what else was awaited.
 */
export function reportWaitsAtEnd(
  simulation: Simulation,
  notes: RunNotes,
  end: RunEnd,
  loading: readonly LoadingProgram[],
): void {
  reportDeadlockAtEnd(simulation, notes);
  // What a stalled run waits for is an error already.
  if (end === 'stalled') return;
  const { graph } = simulation;
  // It may be what the user has waited for, too.
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
