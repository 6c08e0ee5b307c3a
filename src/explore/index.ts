/**
 * Room `explore`: searches the orders, delays, losses and faults that can happen for those that break a system,
 * shrinks what it finds to the fewest decisions, and finds callbacks that do not commute.
 *
 * May import: `errors`, `math`, `kernel`, `schedule`, `ask`, `system`, `record`, `run`.
 */

export { type Check, needsRecording, parseCheck } from './check.js';
export type { CoverageCounts } from './coverage.js';
export type { Consequence } from './deciding_moves.js';
export {
  type Divergence,
  divergenceOf,
  placeInWords,
  placeKey,
} from './divergence.js';
export type { EveryOrderResult } from './every_order.js';
export type {
  ArmResult,
  ExploreOptions,
  ExploreProgress,
  ExploreResult,
  FoundFailure,
  Probability,
  SearchStrategy,
  VariedParts,
} from './explore_result.js';
export { exploreSystem } from './explore_system.js';
export type { FewestProof } from './fewest_proof.js';
export { findRaces, type Race, type RaceOptions, type RaceReport } from './find_races.js';
export { type Failure, isLost, judgeRun, withoutNumbers } from './judge_run.js';
export type { Experiment } from './laboratory.js';
export type { OrderCounts } from './order_tally.js';
export type { ArmFigures } from './portfolio.js';
export { type Interval, proportionInterval } from './proportion_interval.js';
export { type ReplayVerdict, replaySchedule } from './replay_schedule.js';
export { savedTest } from './saved_test.js';
export type { ShrunkFailure } from './shrink_failure.js';
export { type SeededFailure, type ShrunkSeed, shrinkFromPassing } from './shrink_from_passing.js';
export { confirmationOf, fewestLine, statementOf } from './statement_of.js';
export type { SwapEffect } from './swap_effect.js';
