import { didYouMean } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import type { RunEnd } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { BROKEN_OFF } from './executor_names.js';

/** The most names kept for suggestions, which bounds the memory of a long run. */
const MOST_KNOWN = 1000;

/**
 * Waits for the topics that a recording is to hold: a topic that never existed is a mistake and is missing from the
 * recording.
 */
export class UnrecordedTopics {
  readonly #waiting: Set<string>;
  readonly #known = new Set<string>();

  constructor(graph: Graph, { recording }: RunConfig['output']) {
    this.#waiting = new Set(recording?.topics);
    if (this.#waiting.size === 0) return;
    graph.listeners.add('note', {
      entityCreated: ({ kind, name }) => {
        if (kind !== 'publisher' && kind !== 'subscription') return;
        this.#waiting.delete(name);
        if (this.#known.size < MOST_KNOWN) this.#known.add(name);
      },
    });
  }

  /** The warnings about them at the end of the run. */
  warnings(end: RunEnd): string[] {
    if (BROKEN_OFF.has(end)) return [];
    return [...this.#waiting].map((name) => {
      const hint = didYouMean(name, this.#known) || '; correct the name.';
      return `The topic ${name} is to be recorded, but no node had it${hint}`;
    });
  }
}
