import { OrreryError } from '../errors/index.js';
import { createExecutor, type ExecutorEra } from '../executors/index.js';
import type { CallbackGroup, Executor, GraphNode } from '../graph/index.js';
import {
  DiscoveryRules,
  ExecutionTimeRules,
  type Fault,
  ModelRoute,
  matchesAny,
  matchesName,
  NodeClocks,
  type NodeFaultHooks,
  planNodeFaults,
  type SystemModels,
  TopicDelays,
} from '../models/index.js';
import type { Simulation } from './simulation.js';

const MESSAGE_FAULTS: ReadonlySet<Fault['fault']> = new Set([
  'loss',
  'duplicate',
  'reorder',
  'corrupt',
  'partition',
  'service_timeout',
]);

/**
 * Has a simulation run by these models. To be called once, before any node is made. What the models
 * do not mention stays as it is and costs nothing.
 *
 * @throws OrreryError `ORR_MODELS_LATE` when nodes exist already; `ORR_RESTART_UNAVAILABLE`
 */
export function applyModels(
  simulation: Simulation,
  models: SystemModels,
  hooks: NodeFaultHooks = {},
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
  if (models.clock_advances || faults.some(({ fault }) => fault === 'clock')) {
    graph.clockView = clocks;
  }
  if (models.topic_delays !== undefined) {
    graph.publicationDelay = new TopicDelays(graph, models.topic_delays);
  }
  if (models.links !== undefined || faults.some(({ fault }) => MESSAGE_FAULTS.has(fault))) {
    graph.route = new ModelRoute(graph, models);
  }
  if (models.discovery !== undefined) graph.discovery = new DiscoveryRules(graph, models.discovery);
  planNodeFaults(graph, faults, hooks);
  const assignment = new ExecutorAssignment(simulation, models);
  simulation.executorFor = (node) => assignment.executorOf(node);
  graph.onNode = (node) => {
    clocks.prepare(node);
    assignment.prepare(node);
  };
}

/** Which executor runs which node and callback group. */
class ExecutorAssignment {
  readonly #simulation: Simulation;
  readonly #models: SystemModels;
  readonly #times: ExecutionTimeRules;
  readonly #era: ExecutorEra;
  readonly #byName = new Map<string, Executor>();

  constructor(simulation: Simulation, models: SystemModels) {
    this.#simulation = simulation;
    this.#models = models;
    this.#times = new ExecutionTimeRules(simulation.graph, models);
    const { distro } = simulation;
    this.#era = distro === 'humble' || distro === 'iron' ? 'humble' : 'jazzy';
  }

  /** The node's executor; undefined: the one that all share. */
  executorOf(node: GraphNode): Executor | undefined {
    const { executors = [], default_executor: standard } = this.#models;
    const model = executors.find(({ nodes = [] }) => matchesAny(nodes, node.fullName));
    if (model !== undefined) return this.#named(model.name);
    if (standard === undefined && !this.#times.concerns(node.fullName)) return undefined;
    const policy = standard ?? { policy: 'events' as const };
    return createExecutor(this.#simulation.graph, this.#era, policy, node.fullName, this.#times);
  }

  /** Puts what the node is going to own into the groups of the models. */
  prepare(node: GraphNode): void {
    const groups = (this.#models.callback_groups ?? [])
      .filter((model) => matchesName(model.node, node.fullName))
      .map((model) => {
        const group = node.createCallbackGroup(model.name, model.type);
        if (model.executor !== undefined) group.executor = this.#named(model.executor);
        return { model, group };
      });
    if (groups.length === 0) return;
    node.groupOf = (entity): CallbackGroup | undefined =>
      groups.find(({ model }) => matchesAny(model.callbacks, entity.name))?.group;
  }

  #named(name: string): Executor {
    let executor = this.#byName.get(name);
    if (executor === undefined) {
      const model = this.#models.executors?.find((each) => each.name === name);
      if (model === undefined) {
        throw new OrreryError(
          'ORR_EXECUTOR_UNKNOWN',
          `A callback group names the executor ${name}, but the models have none of that name; add it to executors.`,
        );
      }
      const { graph } = this.#simulation;
      executor = createExecutor(graph, this.#era, model, name, this.#times);
      this.#byName.set(name, executor);
    }
    return executor;
  }
}
