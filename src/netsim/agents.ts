import { basename } from 'node:path';
import type { GraphNode } from '../graph/index.js';
import { type AgentModel, matchesAny, type NetworkModel } from '../models/index.js';

/** The agents of a system: which node belongs to which. Agents are numbered from 0 as declared. */
export class Agents {
  readonly names: readonly string[];
  readonly #models: readonly AgentModel[];
  readonly #fileOf: (node: GraphNode) => string | undefined;
  readonly #known = new WeakMap<GraphNode, number>();

  /** @param fileOf - returns the file of the program that created a node */
  constructor(
    { agents }: Pick<NetworkModel, 'agents'>,
    fileOf: (node: GraphNode) => string | undefined,
  ) {
    this.names = Object.keys(agents);
    this.#models = Object.values(agents);
    this.#fileOf = fileOf;
  }

  /** Number of the agent that a node belongs to, or -1 if it belongs to none. */
  of(node: GraphNode): number {
    let agent = this.#known.get(node);
    if (agent === undefined) {
      const file = this.#fileOf(node);
      agent = this.#models.findIndex(
        ({ nodes = [], files = [] }) =>
          matchesAny(nodes, node.fullName) ||
          (file !== undefined && (matchesAny(files, basename(file)) || matchesAny(files, file))),
      );
      this.#known.set(node, agent);
    }
    return agent;
  }
}
