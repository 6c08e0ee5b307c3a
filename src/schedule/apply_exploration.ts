import { type Graph, Timer } from '../graph/index.js';
import type { Decider, Runnable } from '../kernel/index.js';
import type { NodeFaultHooks } from '../models/index.js';
import { CallbackLog } from './callback_log.js';
import { type Decision, isSeedDecision } from './decision.js';
import { DeliveryChoices } from './delivery_choices.js';
import {
  type Exploration,
  givenDecisions,
  type ScheduleReport,
  type Strategy,
} from './exploration.js';
import { ExploredDiscovery } from './explored_discovery.js';
import { ExploredRoute } from './explored_route.js';
import { FaultChoices } from './fault_choices.js';
import { Journal } from './journal.js';
import { NodeFaults } from './node_faults.js';
import { isNodeFaultKind } from './possible_fault_kind.js';
import { StepLog } from './step_log.js';
import { TieBreaks } from './tie_breaks.js';
import { TimerChoices } from './timer_choices.js';

/** The decisions of a run under way. */
export interface RunSchedule {
  /** @param isSeedInUse - whether any random number may have been drawn */
  report(isSeedInUse?: boolean): ScheduleReport;
  /** Called with every decision when it is taken. */
  onDecision: ((decision: Decision) => void) | undefined;
}

/**
 * Makes a run take its decisions by a strategy. Call it before the run begins, and after models are applied.
 *
 * @param hooks - how processes end and are started again
 */
export function applyExploration(
  graph: Graph,
  exploration: Exploration,
  hooks: NodeFaultHooks = {},
): RunSchedule {
  const { strategy, delays, losses, faults = [], alternatives = 0 } = exploration;
  const most = strategy.kind === 'random' ? strategy.most : undefined;
  const journal = new Journal(givenDecisions(strategy), alternatives, most);
  noteSeed(exploration, journal);
  const steps = exploration.steps && new StepLog(graph, exploration.steps);
  const ties = new TieBreaks(strategy, journal, steps);
  const log = new CallbackLog(graph);
  const timers = new TimerChoices(graph, exploration, journal);
  const nodeFaults = new NodeFaults(
    graph,
    new FaultChoices(exploration, journal, 'node'),
    log,
    hooks,
  );
  graph.kernel.decider = new ScheduleDecider({ ties, log, faults: nodeFaults, timers, steps });
  const linkFaults = new FaultChoices(exploration, journal, 'link');
  const deliveries = new DeliveryChoices(exploration, journal, linkFaults);
  if (delays.length + losses.length + faults.length > 0) {
    graph.routes.add('decide', (next) => new ExploredRoute(graph, deliveries, next));
  }
  if ((exploration.discovery ?? 0) > 0) {
    graph.discovery = new ExploredDiscovery(graph, exploration, journal);
  }
  const nodes = new Set(faults.flatMap(({ fault, on }) => (isNodeFaultKind(fault) ? [on] : [])));
  const savedSeed = savedDecisions(strategy).find(isSeedDecision);
  const report = (isSeedInUse = true) => {
    log.settle();
    if (savedSeed !== undefined && !isSeedInUse) journal.withdraw(savedSeed);
    return {
      decisions: journal.taken,
      missed: journal.missed,
      points: ties.points,
      lanes: ties.lanes,
      deliveries: deliveries.deliveries,
      callbacks: Object.fromEntries([...nodes].map((node) => [node, log.callbacksOf(node)])),
      alternatives: journal.alternatives,
      moreAlternatives: journal.more,
      ...(steps && { steps: steps.report() }),
    };
  };
  return {
    report,
    set onDecision(listener: RunSchedule['onDecision']) {
      journal.onTaken = listener;
    },
  };
}

function savedDecisions(strategy: Strategy): readonly Decision[] {
  return strategy.kind === 'replay' && strategy.saved ? strategy.decisions : [];
}

/** The seed of the system was chosen before its world began. */
function noteSeed({ strategy, system }: Exploration, journal: Journal): void {
  const given = givenDecisions(strategy).find(isSeedDecision);
  if (given !== undefined) journal.use(given);
  else if (system !== undefined) journal.use({ seed: system });
}

interface DeciderParts {
  readonly ties: TieBreaks;
  readonly log: CallbackLog;
  readonly faults: NodeFaults;
  readonly timers: TimerChoices;
  readonly steps: StepLog | undefined;
}

/** Chooses what runs, or makes something else happen instead. */
class ScheduleDecider implements Decider {
  readonly #parts: DeciderParts;

  constructor(parts: DeciderParts) {
    this.#parts = parts;
  }

  choose(candidates: readonly Runnable[], now: number): number {
    const { ties, steps } = this.#parts;
    // What ran last may wake a sleeping step.
    steps?.settle();
    const index = ties.choose(candidates, now);
    steps?.chose(candidates, index);
    return index;
  }

  prevents(item: Runnable): boolean {
    const { log, faults, timers, steps } = this.#parts;
    steps?.before(item);
    log.before(item);
    return faults.hit(item) || timers.delays(item);
  }

  lateness(timer: Runnable): number {
    return timer instanceof Timer ? this.#parts.timers.lateness(timer) : 0;
  }

  hits(entity: Runnable): boolean {
    const { log, faults } = this.#parts;
    log.before(entity);
    return faults.hit(entity);
  }
}
