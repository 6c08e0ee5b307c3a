import { type Alternative, type Decision, isSeedDecision } from './decision.js';
import type { MissedDecision } from './journal.js';
import type { PossibleFaultKind } from './possible_fault_kind.js';
import type { Sleeper, StepOptions, StepReport } from './step_log.js';

/** How long messages of a topic may take, in ns. */
export interface DelayBounds {
  readonly topic: string;
  /** How long they take by default. */
  readonly min: number;
  readonly max: number;
}

/** How many messages of a topic one run may lose. */
export interface LossBudget {
  readonly topic: string;
  readonly budget: number;
}

/** A fault that may happen once in a run; if it is listed twice, twice. */
export interface PossibleFault {
  readonly fault: PossibleFaultKind;
  /** Full name of the node, or the topic. */
  readonly on: string;
  /**
   * ns. For `crash`: until the process is started again; absent: never. Otherwise the longest time for which the
   * node is frozen or the link is down, or by which the second copy or the message is late.
   */
  readonly time?: number;
}

/** Each choice is uniform among what can run; delays are uniform within their bounds. */
export interface RandomStrategy {
  readonly kind: 'random';
  readonly seed: string;
  /** The probability that another choice than the default is made. Absent: all choices are drawn. */
  readonly rate?: number;
  /** Decisions that are taken where they fit; others are drawn in addition. Default: none. */
  readonly base?: readonly Decision[];
  /** At most this many decisions are drawn. Default: no bound. */
  readonly most?: number;
}

/** How a run decides where it has a choice. */
export type Strategy =
  /** Takes these decisions, and everything else by default. */
  | {
      readonly kind: 'replay';
      readonly decisions: readonly Decision[];
      /** Whether they were saved, so that the system may have changed since: each must fit. Default: false. */
      readonly saved?: boolean;
    }
  | RandomStrategy
  /**
   * Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): random priorities, and `depth` − 1 random
   * moments among `points` choices at which the first candidate gets the lowest priority.
   */
  | {
      readonly kind: 'pct';
      readonly seed: string;
      readonly depth: number;
      readonly points: number;
    }
  | PathStrategy;

/** Takes these choices one after another, by index among what can run; then something that does not sleep. */
export interface PathStrategy {
  readonly kind: 'path';
  readonly choices: readonly number[];
  readonly sleepers: readonly Sleeper[];
  /** What decides after the path. Default: always the first that does not sleep. */
  readonly seed?: string;
}

/** What may differ from the default in a run. Plain data, because it is sent to the worker. */
export interface Exploration {
  readonly delays: readonly DelayBounds[];
  readonly losses: readonly LossBudget[];
  /** Default: none. */
  readonly faults?: readonly PossibleFault[];
  /** ns that each timer may be late. Default: 0. */
  readonly timers?: number;
  /** ns that two endpoints may need to find each other. Default: 0. */
  readonly discovery?: number;
  readonly strategy: Strategy;
  /** The seed of the system in this run. Default: that of its configuration. */
  readonly system?: string;
  /** How often things happen in a default run; losses and faults are drawn from these numbers. */
  readonly moments?: Moments;
  /** How many alternatives to report, from the last decision of a replay on. Default: 0. */
  readonly alternatives?: number;
  /** What the outcome says about the steps of the run. Default: nothing. */
  readonly steps?: StepOptions;
  /** Whether the outcome lists the callbacks of each node in their order. Default: false. */
  readonly inputs?: boolean;
  /**
   * Whether each decision is reported as soon as it is taken, because the run's thread may be lost. Default: false.
   */
  readonly live?: boolean;
}

/** A strategy that draws whatever is not given. */
export type DrawingStrategy = Extract<Strategy, { readonly seed: string }>;

export function isDrawing(strategy: Strategy): strategy is DrawingStrategy {
  return strategy.kind === 'random' || strategy.kind === 'pct';
}

/** The decisions that a strategy is given. */
export function givenDecisions(strategy: Strategy): readonly Decision[] {
  if (strategy.kind === 'replay') return strategy.decisions;
  return strategy.kind === 'random' ? (strategy.base ?? []) : [];
}

/** The seed of the system in a run; undefined: that of its configuration. */
export function systemSeed({ strategy, system }: Exploration): string | undefined {
  return givenDecisions(strategy).find(isSeedDecision)?.seed ?? system;
}

/** How often the events happen that a loss or a fault can hit. */
export interface Moments {
  /** Messages on their way to subscriptions, by topic, for topics with bounds, budgets or faults. */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Callbacks by node, for nodes with faults. */
  readonly callbacks: Readonly<Record<string, number>>;
}

/** What a run decided, and what it could have decided. */
export interface ScheduleReport extends Moments {
  /** The decisions that differ from the default, in order. */
  readonly decisions: readonly Decision[];
  /** The decisions of a replay that were not taken. */
  readonly missed: readonly MissedDecision[];
  /** The number of choices: moments at which more than one thing could run. */
  readonly points: number;
  /** The number of things that ever took part in such a choice: entities, publishers with delays, executors. */
  readonly lanes: number;
  /** Decisions that were possible after the last one of a replay, in order, as many as asked for. */
  readonly alternatives: readonly Alternative[];
  /** Whether there were more of them. */
  readonly moreAlternatives: boolean;
  /** Only when they were asked for. */
  readonly steps?: StepReport;
}
