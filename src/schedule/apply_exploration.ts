import type { Graph } from '../graph/index.js';
import type { Decider, Runnable } from '../kernel/index.js';
import type { NodeFaultHooks } from '../models/index.js';
import { CallbackLog } from './callback_log.js';
import type { Decision } from './decision.js';
import { DeliveryChoices } from './delivery_choices.js';
import type { Exploration, ScheduleReport } from './exploration.js';
import { ExploredRoute } from './explored_route.js';
import { FaultChoices } from './fault_choices.js';
import { Journal } from './journal.js';
import { NodeFaults } from './node_faults.js';
import { isNodeFaultKind } from './possible_fault_kind.js';
import { TieBreaks } from './tie_breaks.js';

/** The decisions of a run under way. */
export interface RunSchedule {
  report(): ScheduleReport;
  /** Called with every decision when it is taken. */
  onDecision: ((decision: Decision) => void) | undefined;
}

/**
 * Makes a run take its decisions by a strategy. Call it before the run begins, after models are applied.
 *
 * @param hooks - how processes end and are started again
 */
export function applyExploration(
  graph: Graph,
  exploration: Exploration,
  hooks: NodeFaultHooks = {},
): RunSchedule {
  const { strategy, delays, losses, faults = [], alternatives = 0 } = exploration;
  const replayed = strategy.kind === 'replay' ? strategy.decisions : [];
  const journal = new Journal(replayed, alternatives);
  const ties = new TieBreaks(strategy, journal);
  const choices = new FaultChoices(exploration, journal);
  const log = new CallbackLog(graph);
  graph.kernel.decider = new ScheduleDecider(ties, log, new NodeFaults(graph, choices, log, hooks));
  const deliveries = new DeliveryChoices(exploration, journal, choices);
  if (delays.length + losses.length + faults.length > 0) {
    graph.routes.add('decide', (next) => new ExploredRoute(graph, deliveries, next));
  }
  const nodes = new Set(faults.flatMap(({ fault, on }) => (isNodeFaultKind(fault) ? [on] : [])));
  const report = () => {
    log.settle();
    return {
      decisions: journal.taken,
      missed: journal.missed,
      points: ties.points,
      lanes: ties.lanes,
      deliveries: deliveries.deliveries,
      callbacks: Object.fromEntries([...nodes].map((node) => [node, log.callbacksOf(node)])),
      alternatives: journal.alternatives,
      moreAlternatives: journal.more,
    };
  };
  return {
    report,
    set onDecision(listener: RunSchedule['onDecision']) {
      journal.onTaken = listener;
    },
  };
}

/** Chooses what runs, and what happens instead. */
class ScheduleDecider implements Decider {
  readonly #ties: TieBreaks;
  readonly #log: CallbackLog;
  readonly #faults: NodeFaults;

  constructor(ties: TieBreaks, log: CallbackLog, faults: NodeFaults) {
    this.#ties = ties;
    this.#log = log;
    this.#faults = faults;
  }

  choose(candidates: readonly Runnable[], now: number): number {
    return this.#ties.choose(candidates, now);
  }

  prevents(item: Runnable): boolean {
    this.#log.before(item);
    return this.#faults.hit(item);
  }
}
