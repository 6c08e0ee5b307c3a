/**
 * Room `run`: assembles a system and runs it: in this thread (`SystemRun`), in a separate thread,
 * in a thread that makes one run after another, or in a fresh process (`openRunner`).
 *
 * May import: `errors`, `math`, `packages`, `parameters`, `kernel`, `interfaces`, `graph`, `models`,
 * `schedule`, `simulation`, `client`, `tf2`, `guard`, `guests`, `trace`, `bag`, `live`, `middleware`,
 * `physics`, `orchestrator`, `netsim`, `system`, `launch`, `record`, `start`.
 */

export type { GuestDebugger } from '../guests/index.js';
export type { ControlBlock, RunStop } from './control_block.js';
export type { GuestWatch } from './create_guests.js';
export { defineJob, type Job, type JobContext, type JobNode } from './job.js';
export { endOfLost, lostOutcome } from './lost_outcome.js';
export type { RunEnding } from './run_endings.js';
export { scrubbedEnvironment } from './run_environment.js';
export { type ProcessSurroundings, runInProcess } from './run_in_process.js';
export type { InputAnswer, InputRequest } from './run_input.js';
export type { RunSource } from './run_source.js';
export type { RunWatch } from './run_watch.js';
export { openRunner, type Runner } from './runner.js';
export { sideBySide } from './side_by_side.js';
export { type Ending, SimulationMonitor } from './simulation_monitor.js';
export { type RunningSystem, rebuildErrors, spawnRun } from './spawn_run.js';
export { SystemRun } from './system_run.js';
