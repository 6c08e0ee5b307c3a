import { type Decision, isOrderDecision } from '../schedule/index.js';
import type { Trial } from './laboratory.js';
import { viewOf } from './order_tally.js';

/** The newest runs, up to this number, keep their decisions. */
const CORPUS_LIMIT = 256;

/** What the runs of a search have shown. */
export interface CoverageCounts {
  /** Pairs of which the second was made to run before the first. */
  readonly pairs: number;
  /** Distinct states at the ends of runs, for nodes with a `simulationState()`. */
  readonly states: number;
}

/** Notes which runs show something new, and keeps their decisions. */
export class Coverage {
  readonly #views = new Set<string>();
  readonly #pairs = new Set<string>();
  readonly #states = new Set<string>();
  readonly #corpus: (readonly Decision[])[];

  /** @param corpus - decisions of runs that an earlier search kept */
  constructor(corpus: readonly (readonly Decision[])[]) {
    this.#corpus = [...corpus];
  }

  /** The decisions of runs that showed something new, oldest first. */
  get corpus(): readonly (readonly Decision[])[] {
    return this.#corpus;
  }

  get counts(): CoverageCounts {
    return { pairs: this.#pairs.size, states: this.#states.size };
  }

  /** Returns whether the run showed a node something that no earlier run had. */
  note({ outcome }: Trial): boolean {
    if (outcome === undefined) return false;
    const { decisions, states } = outcome.explored;
    const isNewView = grows(this.#views, [viewOf(outcome)]);
    const isNewPair = grows(
      this.#pairs,
      decisions.filter(isOrderDecision).map(({ run, before }) => `${run}\n${before}`),
    );
    const isNewState = grows(
      this.#states,
      Object.entries(states).map(([node, state]) => `${node} ${state}`),
    );
    const isNew = isNewView || isNewPair || isNewState;
    if (isNew && decisions.length > 0) this.#corpus.push(decisions);
    if (this.#corpus.length > CORPUS_LIMIT) this.#corpus.shift();
    return isNew;
  }
}

function grows(known: Set<string>, found: readonly string[]): boolean {
  const { size } = known;
  for (const each of found) known.add(each);
  return known.size > size;
}
