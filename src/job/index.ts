/**
 * Room `job`: a complete run, and what describes it.
 *
 * - `params`: parameter files, `-p`, `-r`, `--ros-args`;
 * - `launch`: launch files in YAML and XML, expanded to plain actions;
 * - `components`: packages, components and executables, rslcpp's command line;
 * - delay files of rslcpp;
 * - jobs, the programs of a run, its monitor, and what it leaves behind.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `simulation`, `client`,
 * `guard`, `trace`, `bag`.
 */
export * from './components/index.js';
export { parseDelayFile, readDelayFile, type TopicDelay } from './delay_file.js';
export { defineJob, type Job, type JobContext, type JobNode } from './job.js';
export * from './launch/index.js';
export { ERROR_CODE_TOPICS, type MonitorOptions, SimulationMonitor } from './monitor.js';
export * from './params/index.js';
export { DescriptionError, formatPlace, type Place } from './problems.js';
export type {
  PlayedBag,
  Program,
  RecordedBag,
  RunConfig,
  RunEnd,
  RunError,
  RunOutcome,
} from './run_config.js';
export { freeRunDirectory, RunDirectory, writeRunFile } from './run_directory.js';
export { type RunningSystem, spawnRun } from './spawn_run.js';
