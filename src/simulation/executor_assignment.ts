import { OrreryError } from '../errors/index.js';
import { createExecutor, type ExecutorEra } from '../executors/index.js';
import type { CallbackGroup, Executor, GraphNode } from '../graph/index.js';
import {
  type CallbackGroupModel,
  ExecutionTimeRules,
  type ExecutorChoice,
  type ExecutorModel,
  type ExecutorPolicy,
  matchesAny,
  matchesName,
  type SystemModels,
} from '../models/index.js';
import type { Simulation } from './simulation.js';

/** How the nodes of a process are run, according to its starter. */
export interface ProcessExecutor {
  readonly policy?: ExecutorPolicy;
  /** The node has its own executor in addition to those of its process. */
  readonly isolated?: boolean;
  readonly callbackGroups?: readonly ProcessCallbackGroup[];
}

/** A callback group that all nodes of a program have; `executor`: one of its own. */
export interface ProcessCallbackGroup
  extends Pick<CallbackGroupModel, 'name' | 'type' | 'callbacks'> {
  readonly executor?: ExecutorPolicy;
}

/** What is known about the processes of nodes. */
export interface ProcessHooks {
  /** The process of a user's node; undefined for a node that Orrery itself made. */
  readonly processOf?: (node: GraphNode) => string | undefined;
  readonly executorOf?: (node: GraphNode) => ProcessExecutor | undefined;
  /** The choices of the command line; if several fit, the last counts. */
  readonly choices?: readonly ExecutorChoice[];
}

interface Wanted {
  /** Nodes with the same key share the executor. */
  readonly key: string;
  readonly policy: ExecutorPolicy | undefined;
}

const EVENTS: ExecutorPolicy = { policy: 'events' };

/** Decides which executor runs which node and callback group. */
export class ExecutorAssignment {
  readonly #simulation: Simulation;
  readonly #models: SystemModels;
  readonly #hooks: ProcessHooks;
  readonly #times: ExecutionTimeRules;
  readonly #era: ExecutorEra;
  readonly #byKey = new Map<string, Executor>();

  constructor(simulation: Simulation, models: SystemModels, hooks: ProcessHooks) {
    this.#simulation = simulation;
    this.#models = models;
    this.#hooks = hooks;
    this.#times = new ExecutionTimeRules(simulation.graph, models);
    const { distro } = simulation;
    this.#era = distro === 'humble' || distro === 'iron' ? 'humble' : 'jazzy';
  }

  /** The node's executor; undefined for the shared one. */
  executorOf(node: GraphNode): Executor | undefined {
    const name = this.#hooks.processOf?.(node);
    if (name === undefined && this.#hooks.processOf !== undefined) return undefined;
    const process = name === undefined ? undefined : `/${name}`;
    const { key, policy } = this.#chosen(node, process, this.#wanted(node, process));
    return policy && this.#executor(key, policy);
  }

  /** Assigns the entities that the node will own to the groups of the models and of its process. */
  prepare(node: GraphNode): void {
    const models = (this.#models.callback_groups ?? [])
      .filter((model) => matchesName(model.node, node.fullName))
      .map((model) => {
        const { executor } = model;
        return { model, executor: executor === undefined ? undefined : this.#named(executor) };
      });
    const own = (this.#hooks.executorOf?.(node)?.callbackGroups ?? []).map((model) => {
      const key = `${node.fullName} ${model.name}`;
      const { executor } = model;
      return {
        model,
        executor: executor === undefined ? undefined : this.#executor(key, executor),
      };
    });
    const groups = [...models, ...own].map(({ model, executor }) => {
      const group = node.createCallbackGroup(model.name, model.type);
      group.executor = executor;
      return { model, group };
    });
    if (groups.length === 0) return;
    node.groupOf = (entity): CallbackGroup | undefined =>
      groups.find(({ model }) => matchesAny(model.callbacks, entity.name))?.group;
  }

  /** By the models first, then by the options of its process. */
  #wanted(node: GraphNode, process: string | undefined): Wanted {
    const { executors = [], default_executor: standard } = this.#models;
    const model = executors.find(({ nodes = [] }) => matchesAny(nodes, node.fullName));
    if (model !== undefined) return { key: model.name, policy: model };
    const asked = this.#hooks.executorOf?.(node);
    const key = process === undefined || asked?.isolated ? node.fullName : process;
    if (asked?.policy !== undefined) return { key, policy: asked.policy };
    const timed = this.#times.concerns(node.fullName) ? EVENTS : undefined;
    return { key, policy: standard ?? timed };
  }

  #chosen(node: GraphNode, process: string | undefined, wanted: Wanted): Wanted {
    let chosen = wanted;
    for (const { pattern, policy } of this.#hooks.choices ?? []) {
      const kept = { ...settingsKept(wanted.policy), ...policy };
      const names = [wanted.key, ...(process === undefined ? [] : [process])];
      if (pattern === undefined || names.some((name) => matchesName(pattern, name))) {
        chosen = { key: wanted.key, policy: kept };
      } else if (matchesName(pattern, node.fullName)) {
        chosen = { key: node.fullName, policy: kept };
      }
    }
    return chosen;
  }

  #named(name: string): Executor {
    const model = this.#models.executors?.find((each) => each.name === name);
    if (model === undefined) {
      throw new OrreryError(
        'ORR_EXECUTOR_UNKNOWN',
        `A callback group names the executor ${name}, but the models define no executor of that name; add it to executors.`,
      );
    }
    return this.#executor(name, this.#choiceFor(model));
  }

  /** The policy of a named executor, after the choices of the command line; its only members may be callback groups. */
  #choiceFor(model: ExecutorModel): ExecutorPolicy {
    const choices = (this.#hooks.choices ?? []).filter(
      ({ pattern }) => pattern === undefined || matchesName(pattern, model.name),
    );
    const last = choices.at(-1);
    return last === undefined ? model : { ...settingsKept(model), ...last.policy };
  }

  #executor(key: string, policy: ExecutorPolicy): Executor {
    let executor = this.#byKey.get(key);
    if (executor === undefined) {
      const { graph } = this.#simulation;
      executor = createExecutor(graph, this.#era, policy, key, this.#times);
      this.#byKey.set(key, executor);
    }
    return executor;
  }
}

/** Properties of the process, not of the policy, stay when another policy is chosen. */
function settingsKept(policy: ExecutorPolicy | undefined): Omit<ExecutorPolicy, 'policy'> {
  const { intra_process, blocking_calls } = policy ?? {};
  return {
    ...(intra_process === undefined ? {} : { intra_process }),
    ...(blocking_calls === undefined ? {} : { blocking_calls }),
  };
}
