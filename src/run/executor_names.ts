import { didYouMean, OrreryError } from '../errors/index.js';
import type { Graph, GraphNode } from '../graph/index.js';
import { type ExecutorChoice, matchesName, type SystemModels } from '../models/index.js';
import type { RunEnd } from '../record/index.js';

/** Endings of runs that broke off: names that they never reached are not mistakes in their options. */
export const BROKEN_OFF: ReadonlySet<RunEnd> = new Set([
  'failed',
  'wall',
  'interrupted',
  'running',
]);

/**
 * Knows which executors, processes and nodes existed, so that an executor chosen for a name that never existed is
 * reported as unused.
 */
export class ExecutorNames {
  readonly #choices: readonly ExecutorChoice[];
  readonly #known = new Set<string>();

  /** @param processOf - the process of a user's node; undefined for a node of Orrery's own */
  constructor(
    graph: Graph,
    choices: readonly ExecutorChoice[],
    { executors = [] }: SystemModels,
    processOf: (node: GraphNode) => string | undefined,
  ) {
    this.#choices = choices.filter(({ pattern }) => pattern !== undefined);
    if (this.#choices.length === 0) return;
    for (const { name } of executors) this.#known.add(name);
    graph.listeners.add('note', {
      nodeCreated: (node) => {
        const process = processOf(node);
        if (process !== undefined) this.#known.add(`/${process}`).add(node.fullName);
      },
    });
  }

  /** The mistakes in the names, as known at the end of the run. */
  errors(end: RunEnd): OrreryError[] {
    if (BROKEN_OFF.has(end)) return [];
    const known = [...this.#known];
    return this.#choices.flatMap(({ pattern = '' }) => {
      if (known.some((name) => matchesName(pattern, name))) return [];
      const hint = didYouMean(pattern, known) || `; there are ${known.join(', ') || 'none'}.`;
      const message = `--executor names "${pattern}", but no executor, process or node had that name${hint}`;
      return [new OrreryError('ORR_EXECUTOR_UNKNOWN', message)];
    });
  }
}
