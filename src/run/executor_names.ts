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
 * Knows which executors, processes and nodes existed, so that an executor chosen for a name that never existed, or for
 * nodes whose programs choose their executors themselves, is reported as unused.
 */
export class ExecutorNames {
  readonly #choices: readonly ExecutorChoice[];
  readonly #known = new Set<string>();
  /** Nodes by their names and those of their processes. */
  readonly #nodes = new Map<string, GraphNode>();

  /** @param processOf - the process of a user's node; undefined for a node of Orrery's own */
  constructor(
    graph: Graph,
    choices: readonly ExecutorChoice[],
    { executors = [] }: SystemModels,
    processOf: (node: GraphNode) => string | undefined,
  ) {
    this.#choices = choices;
    if (this.#choices.length === 0) return;
    for (const { name } of executors) this.#known.add(name);
    graph.listeners.add('note', {
      nodeCreated: (node) => {
        const process = processOf(node);
        if (process === undefined) return;
        for (const name of [`/${process}`, node.fullName]) {
          this.#known.add(name);
          this.#nodes.set(name, node);
        }
      },
    });
  }

  /** The mistakes in the names, as known at the end of the run. */
  errors(end: RunEnd): OrreryError[] {
    if (BROKEN_OFF.has(end)) return [];
    const known = [...this.#known];
    return this.#choices.flatMap(({ pattern }) => {
      if (pattern === undefined || known.some((name) => matchesName(pattern, name))) return [];
      const hint = didYouMean(pattern, known) || `; there are ${known.join(', ') || 'none'}.`;
      const message = `--executor names "${pattern}", but no executor, process or node had that name${hint}`;
      return [new OrreryError('ORR_EXECUTOR_UNKNOWN', message)];
    });
  }

  /** Choices that have no effect, because they only fit nodes of guests. */
  warnings(): string[] {
    return this.#choices.flatMap(({ pattern = '/**' }) => {
      const fitting = [...this.#nodes].filter(([name]) => matchesName(pattern, name));
      const nodes = new Set(fitting.map(([, node]) => node));
      if (nodes.size === 0 || [...nodes].some(({ isAwaited }) => isAwaited === undefined))
        return [];
      const names = [...nodes].map(({ fullName }) => fullName).join(', ');
      return [
        `--executor changes nothing for ${names}: a program that is not JavaScript chooses its executors itself.`,
      ];
    });
  }
}
