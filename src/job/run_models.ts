import { readSystemModels } from '../models/index.js';
import { applyModels, type Simulation } from '../simulation/index.js';
import { LAUNCH } from './launch_runner.js';
import type { Processes } from './processes.js';
import type { RunConfig } from './run_config.js';

/**
 * Applies the models of a run, and what launch file and command line say of executors and
 * delays.
 *
 * @throws as `readSystemModels` and `applyModels`
 */
export function applyRunModels(
  simulation: Simulation,
  { models = {}, delays, executors = [] }: RunConfig,
  processes: Processes,
): void {
  const given = typeof models === 'string' ? readSystemModels(models) : models;
  const all =
    delays === undefined ? given : { ...given, topic_delays: { ...given.topic_delays, ...delays } };
  applyModels(simulation, all, {
    processOf: (node) => (node.program === LAUNCH ? undefined : processes.processOf(node)),
    executorOf: (node) => processes.executorOf(node),
    choices: executors,
  });
}
