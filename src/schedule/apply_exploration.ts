import type { Graph } from '../graph/index.js';
import { DeliveryChoices } from './delivery_choices.js';
import type { Exploration, ScheduleReport } from './exploration.js';
import { ExploredRoute } from './explored_route.js';
import { Journal } from './journal.js';
import { TieBreaks } from './tie_breaks.js';

/** The decisions of a run under way. */
export interface RunSchedule {
  report(): ScheduleReport;
}

/** Has a run decide by a strategy. To be called before it begins, after models are applied. */
export function applyExploration(graph: Graph, exploration: Exploration): RunSchedule {
  const { strategy, delays, losses, alternatives = 0 } = exploration;
  const replayed = strategy.kind === 'replay' ? strategy.decisions : [];
  const journal = new Journal(replayed, alternatives);
  const ties = new TieBreaks(strategy, journal);
  graph.kernel.decider = ties;
  const deliveries = new DeliveryChoices(exploration, journal);
  if (delays.length + losses.length > 0) {
    graph.route = new ExploredRoute(graph, deliveries, graph.route);
  }
  return {
    report: () => ({
      decisions: journal.taken,
      unused: journal.unused,
      points: ties.points,
      lanes: ties.lanes,
      deliveries: deliveries.deliveries,
      alternatives: journal.alternatives,
      moreAlternatives: journal.more,
    }),
  };
}
