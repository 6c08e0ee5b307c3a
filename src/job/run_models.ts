import { OrreryError } from '../errors/index.js';
import { mergeModels, type NodeFaultHooks, readSystemModels } from '../models/index.js';
import { applyModels, type Simulation } from '../simulation/index.js';
import { LAUNCH, type LaunchRunner } from './launch_runner.js';
import type { Processes } from './processes.js';
import type { RunConfig } from './run_config.js';

/** How the nodes of a run crash and come back. */
export function nodeFaultHooks(processes: Processes, launch: LaunchRunner): NodeFaultHooks {
  return {
    crash: (node) => processes.crash(node),
    restart: (fullName, node) => {
      const process = processes.processOf(node);
      if (process === undefined || processes.isJob(process)) throw noRestart(fullName);
      // A launch file may have respawned it meanwhile.
      if (processes.hasEnded(process)) launch.restart(process);
    },
  };
}

/**
 * Applies the models of a run, and what launch file and command line say of executors and
 * delays.
 *
 * @throws as `readSystemModels` and `applyModels`
 */
export function applyRunModels(
  simulation: Simulation,
  { models = [], delays, executors = [], clockAdvances }: RunConfig,
  processes: Processes,
  launch: LaunchRunner,
): void {
  const all = models.map((each) => (typeof each === 'string' ? readSystemModels(each) : each));
  if (delays !== undefined) all.push({ topic_delays: delays });
  if (clockAdvances) all.push({ clock_advances: true });
  applyModels(simulation, mergeModels(all), {
    processOf: (node) => (node.program === LAUNCH ? undefined : processes.processOf(node)),
    executorOf: (node) => processes.executorOf(node),
    choices: executors,
    ...nodeFaultHooks(processes, launch),
  });
}

function noRestart(node: string): OrreryError {
  return new OrreryError(
    'ORR_RESTART_UNAVAILABLE',
    `The fault plan restarts ${node}, but that node belongs to a job, which makes its nodes only once; leave out restart_after or start the node from a file of its own.`,
    { place: { node } },
  );
}
