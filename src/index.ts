/**
 * Orrery: a whole ROS 2 system as one deterministic discrete-event simulation.
 *
 * This is the public API for code: worlds to step by hand, jobs, bags, types, searches for the order
 * that breaks a system. Nodes use
 * `orrery-sim/rclnodejs`, which `orrery run` gives them in place of the package `rclnodejs`.
 *
 * @example
 * ```ts run
 * import { spawnRun, systemConfig } from 'orrery-sim';
 *
 * const config = systemConfig('talker.cjs', { until: '3s' });
 * const first = await spawnRun(config).outcome;
 * const second = await spawnRun(config).outcome;
 * console.log(first.digest.total === second.digest.total);
 * ```
 *
 * ```text
 * true
 * ```
 *
 * @packageDocumentation
 */
export {
  type AnalysisOptions,
  analysisCsv,
  analysisPictures,
  analysisText,
  analyzeRun,
  type RunAnalysis,
  renderPng,
} from './analysis/index.js';
export {
  type BagMessage,
  BagPlayer,
  type BagReader,
  createBag,
  openBag,
  openPlayback,
  type Playback,
  type PlaybackOptions,
} from './bag/index.js';
export { enterSimulation } from './client/index.js';
export { type Comparison, type ComparisonOptions, compareSystem } from './compare/index.js';
export {
  type DebugOptions,
  DebugSession,
  type DebugStop,
  type DebugTarget,
  openDebugSession,
} from './debug/index.js';
export { diagnose, type Finding } from './doctor/index.js';
export {
  type ErrorCode,
  type ErrorPlace,
  OrreryError,
  type OrreryErrorOptions,
} from './errors/index.js';
export {
  type Check,
  type ExploreOptions,
  type ExploreResult,
  exploreSystem,
  findRaces,
  parseCheck,
  type Race,
  type RaceOptions,
  type RaceReport,
  replaySchedule,
} from './explore/index.js';
export { type MessageType, TypeRegistry } from './interfaces/index.js';
export { parseSystemModels, readSystemModels, type SystemModels } from './models/index.js';
export type { RunOutcome } from './record/index.js';
export { defineJob, type Job, type JobContext, SimulationMonitor, spawnRun } from './run/index.js';
export { type Decision, describeDecision } from './schedule/index.js';
export { applyModels, Simulation, type SimulationOptions } from './simulation/index.js';
export type { MonitorOptions, RunConfig } from './system/index.js';
export { type SimulateOptions, systemConfig } from './testing/index.js';
export { type RunDigest, RunObserver } from './trace/index.js';
export {
  diffRuns,
  type RunDiff,
  type Verification,
  type VerifyOptions,
  verifySystem,
} from './verify/index.js';
