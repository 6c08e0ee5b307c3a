import { OrreryError } from '../errors/index.js';
import {
  DiscoveryRules,
  faultsOn,
  ModelRoute,
  messageModels,
  NodeClocks,
  type NodeFaultHooks,
  planNodeFaults,
  type SystemModels,
  TopicDelays,
} from '../models/index.js';
import { ExecutorAssignment, type ProcessHooks } from './executor_assignment.js';
import type { Simulation } from './simulation.js';

/** What models need from the code that creates the nodes. */
export interface ModelHooks extends NodeFaultHooks, ProcessHooks {}

/**
 * Makes a simulation follow these models. Call it once, before any node is created. Anything that
 * the models do not mention stays unchanged and costs nothing.
 *
 * @throws OrreryError `ORR_MODELS_LATE` when nodes exist already; `ORR_RESTART_UNAVAILABLE`
 */
export function applyModels(
  simulation: Simulation,
  models: SystemModels,
  hooks: ModelHooks = {},
): void {
  const { graph } = simulation;
  if (graph.nodes.length > 0) {
    throw new OrreryError(
      'ORR_MODELS_LATE',
      'Models must be applied before the first node is made; apply them right after the simulation is.',
    );
  }
  const faults = models.faults ?? [];
  const clocks = new NodeClocks(graph, faults);
  if (models.clock_advances || faultsOn('clock', faults).length > 0) {
    graph.clockView = clocks;
  }
  if (models.topic_delays !== undefined) {
    graph.publicationDelay = new TopicDelays(graph, models.topic_delays);
  }
  const carried = messageModels(models);
  if (carried.links !== undefined || faultsOn('message', carried.faults).length > 0) {
    graph.routes.add('models', (next) => new ModelRoute(graph, carried, next));
  }
  if (models.discovery !== undefined) graph.discovery = new DiscoveryRules(graph, models.discovery);
  planNodeFaults(graph, faults, hooks);
  const assignment = new ExecutorAssignment(simulation, models, hooks);
  simulation.executorFor = (node) => assignment.executorOf(node);
  graph.listeners.add('prepare', {
    nodeCreated(node) {
      clocks.prepare(node);
      assignment.prepare(node);
    },
  });
}
