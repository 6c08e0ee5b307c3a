import { readSystemModels } from '../models/index.js';
import { applyModels, type Simulation } from '../simulation/index.js';
import { LAUNCH } from './launch_runner.js';
import type { Processes } from './processes.js';
import type { RunConfig } from './run_config.js';

/**
 * Applies the models of a run, and what launch file and command line say of executors.
 *
 * @throws as `readSystemModels` and `applyModels`
 */
export function applyRunModels(
  simulation: Simulation,
  { models = {}, executors = [] }: RunConfig,
  processes: Processes,
): void {
  applyModels(simulation, typeof models === 'string' ? readSystemModels(models) : models, {
    processOf: (node) => (node.program === LAUNCH ? undefined : processes.processOf(node)),
    executorOf: (node) => processes.executorOf(node),
    choices: executors,
  });
}
