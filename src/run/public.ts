/**
 * `orrery-sim/run`: runs a system in its own thread.
 *
 * @example
 * ```ts run
 * import { systemConfig } from 'orrery-sim';
 * import { spawnRun } from 'orrery-sim/run';
 *
 * const outcome = await spawnRun(systemConfig('talker.cjs', { until: '3s' })).outcome;
 * console.log(outcome.end, outcome.messages > 0);
 * ```
 *
 * ```text
 * … true
 * ```
 *
 * @packageDocumentation
 */
export type {
  ParameterArgument,
  ParameterValue,
  RemapRule,
  RosArguments,
} from '../parameters/index.js';
export type * from '../system/index.js';
export type * from './index.js';
export { defineJob } from './job.js';
export { SimulationMonitor } from './simulation_monitor.js';
export { spawnRun } from './spawn_run.js';
