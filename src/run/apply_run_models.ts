import { OrreryError } from '../errors/index.js';
import type { GraphNode } from '../graph/index.js';
import {
  ExecutionTimeRules,
  type ExecutionTimes,
  mergeModels,
  type NodeFaultHooks,
  readSystemModels,
  type SystemModels,
} from '../models/index.js';
import type { AttachedNetwork, NetworkHooks } from '../netsim/index.js';
import type { PhysicsWorld } from '../physics/index.js';
import type { RunEnd } from '../record/index.js';
import { applyModels, type Simulation } from '../simulation/index.js';
import type { RunConfig } from '../system/index.js';
import { ExecutorNames } from './executor_names.js';
import { LAUNCH, type LaunchRunner } from './launch_runner.js';
import type { Processes } from './processes.js';
import type { RunNotes } from './run_notes.js';
import { UnmatchedNames } from './unmatched_names.js';
import { UnrecordedTopics } from './unrecorded_topics.js';
import { UnusedArguments } from './unused_arguments.js';

/** How the nodes of a run crash and restart. */
export function nodeFaultHooks(processes: Processes, launch: LaunchRunner): NodeFaultHooks {
  return {
    crash: (node) => processes.crash(node),
    restart: (fullName, node) => {
      const process = processes.processOf(node);
      if (process === undefined || processes.isJob(process)) throw noRestart(fullName);
      // A launch file may have respawned it in the meantime.
      if (processes.hasEnded(process)) launch.restart(process);
    },
  };
}

/** What applying the models of a run has produced. */
export interface AppliedModels {
  readonly times: ExecutionTimes | undefined;
  /** All execution times, combined into one model. */
  readonly merged: SystemModels;
  readonly network: AttachedNetwork;
  /** Reports the names in options and models that matched nothing, as known at the end of the run. */
  readonly judgeNames: (end: RunEnd, notes: Pick<RunNotes, 'report' | 'warn'>) => void;
}

/**
 * Applies the models of a run, and the executors and delays from the launch file and the command line.
 *
 * @returns the execution times for programs that are real processes (undefined: none), the network, and the check
 *   for names that matched nothing
 * @throws as `readSystemModels` and `applyModels`
 */
export async function applyRunModels(
  simulation: Simulation,
  { system, output, models: { files = [], delays, executors = [], clockAdvances } }: RunConfig,
  processes: Processes,
  launch: LaunchRunner,
): Promise<AppliedModels> {
  const all = files.map((each) => (typeof each === 'string' ? readSystemModels(each) : each));
  if (delays !== undefined) all.push({ topic_delays: delays });
  if (clockAdvances) all.push({ clock_advances: true });
  const merged = mergeModels(all);
  const processOf = (node: GraphNode) =>
    node.program === LAUNCH ? undefined : processes.processOf(node);
  const names = new ExecutorNames(simulation.graph, executors, merged, processOf);
  const unmatched = new UnmatchedNames(simulation.graph, merged);
  const unused = new UnusedArguments(simulation.graph, system.rosArgs, processOf);
  const unrecorded = new UnrecordedTopics(simulation.graph, output);
  applyModels(simulation, merged, {
    processOf,
    executorOf: (node) => processes.executorOf(node),
    choices: executors,
    ...nodeFaultHooks(processes, launch),
  });
  if (merged.middleware === 'rtps') {
    // Loaded on demand: a whole protocol hangs on it.
    const { attachMiddleware } = await import('../middleware/index.js');
    attachMiddleware(simulation.graph, merged, (...datagram) => network.carry(...datagram));
  }
  let world: PhysicsWorld | undefined;
  if (merged.physics !== undefined) {
    const { attachPhysics } = await import('../physics/index.js');
    world = await attachPhysics(simulation, merged);
  }
  const fileOf = (node: GraphNode) => processes.fileOf(node);
  const network = await attachNetworkOf(merged, simulation, { fileOf, world });
  const timed = merged.execution_times !== undefined || merged.faults !== undefined;
  const times = timed ? new ExecutionTimeRules(simulation.graph, merged) : undefined;
  const judgeNames: AppliedModels['judgeNames'] = (end, { report, warn }) => {
    names.errors(end).forEach(report);
    for (const each of [names, unmatched, unused, unrecorded]) each.warnings(end).forEach(warn);
  };
  return { times, merged, network, judgeNames };
}

/** Most runs have no network between robots and need not load its simulation. */
async function attachNetworkOf(
  models: SystemModels,
  simulation: Simulation,
  hooks: Pick<NetworkHooks, 'fileOf' | 'world'>,
): Promise<AttachedNetwork> {
  if (models.network === undefined) return { leaks: [], carry: () => false, leave() {} };
  const { attachNetwork } = await import('../netsim/index.js');
  return attachNetwork(simulation.graph, models, { ...hooks, simulation });
}

function noRestart(node: string): OrreryError {
  return new OrreryError(
    'ORR_RESTART_UNAVAILABLE',
    `The fault plan restarts ${node}, but that node belongs to a job, which makes its nodes only once; leave out restart_after or start the node from its own file.`,
    { place: { node } },
  );
}
