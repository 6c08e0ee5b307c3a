import type { ExploredOutcome } from '../record/index.js';
import type { Alternative, Decision } from '../schedule/index.js';

/** A run that was made, and the decisions that can follow its own. */
interface Parent {
  readonly decisions: readonly Decision[];
  readonly alternatives: readonly Alternative[];
}

/**
 * Yields every schedule of at most `bound` decisions, fewest first: delay-bounded scheduling (Emmi, Qadeer and
 * Rakamarić, POPL 2011), where a decision is one departure from the deterministic scheduler. Decisions are only
 * added after those of the parent, so no schedule occurs twice.
 */
export class SystematicSearch {
  readonly #bound: number;
  readonly #runs: number;
  readonly #spread: boolean;
  readonly #parents: Parent[] = [];
  #parent = 0;
  #alternative = 0;
  /** The number of schedules that can be built from what is known. */
  #known = 0;
  #cut = false;
  /** The least number of decisions for which not all schedules are known. */
  #cutSize = Number.POSITIVE_INFINITY;
  #given = 0;
  #largest = 0;

  /**
   * @param runs - the largest number of schedules that will be requested
   * @param spread - whether dissimilar decisions come first; otherwise they are in the order of the run
   */
  constructor(bound: number, runs: number, spread = false) {
    this.#bound = bound;
    this.#runs = runs;
    this.#spread = spread;
  }

  /** How many alternatives a run with this many decisions must report. */
  alternativesOf(decisions: number): number {
    return decisions < this.#bound ? Math.max(1, this.#runs - this.#known) : 0;
  }

  /** Notes that a run was made. Must be called in the order in which schedules were returned. */
  expand(decisions: readonly Decision[], explored: ExploredOutcome | undefined): void {
    if (decisions.length >= this.#bound || explored === undefined) return;
    const room = this.#runs - this.#known;
    const alternatives = explored.alternatives.slice(0, Math.max(0, room));
    if (explored.moreAlternatives || alternatives.length < explored.alternatives.length) {
      this.#cut = true;
      this.#cutSize = Math.min(this.#cutSize, decisions.length + 1);
    }
    if (alternatives.length === 0) return;
    this.#known += alternatives.length;
    this.#parents.push({
      decisions,
      alternatives: this.#spread ? spreadOut(alternatives) : alternatives,
    });
  }

  /** The next schedule; undefined if none is known at present. */
  next(): readonly Decision[] | undefined {
    const parent = this.#parents[this.#parent];
    if (parent === undefined) return undefined;
    const alternative = parent.alternatives[this.#alternative++];
    if (alternative !== undefined) return [...parent.decisions, alternative.decision];
    this.#parent++;
    this.#alternative = 0;
    return this.next();
  }

  /** Notes that a schedule was run. Must be called in the order in which schedules were returned. */
  made({ length }: readonly Decision[]): void {
    this.#given++;
    this.#largest = Math.max(this.#largest, length);
  }

  /** Every schedule of at most this many decisions was run. */
  get exhausted(): number {
    const isAll = this.#given === this.#known;
    return Math.max(0, Math.min(this.#cutSize - 1, isAll ? this.#bound : this.#largest - 1));
  }

  /** Whether every schedule within the bound was returned. */
  complete(given: number): boolean {
    return !this.#cut && given === this.#known;
  }
}

/** Puts one of each kind first, and within a kind those that are far apart in the run. */
function spreadOut(alternatives: readonly Alternative[]): Alternative[] {
  const kinds = new Map<string, Alternative[]>();
  for (const each of alternatives) {
    const kind = kindOf(each.decision);
    kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
  }
  const queues = [...kinds.values()].map((each) => farApart(each));
  const spread: Alternative[] = [];
  for (let round = 0; spread.length < alternatives.length; round++) {
    for (const queue of queues) if (round < queue.length) spread.push(queue[round]!);
  }
  return spread;
}

function kindOf(decision: Decision): string {
  if ('run' in decision) return `${decision.before}\n${decision.run}`;
  if ('timer' in decision) return decision.timer;
  if ('callback' in decision) return `${decision.fault} ${decision.node} ${decision.what}`;
  if ('topic' in decision) return `${'fault' in decision ? decision.fault : ''} ${decision.topic}`;
  return 'found' in decision ? decision.found : '';
}

/** Takes the first item, then always one in the middle of the longest remaining stretch (van der Corput). */
function farApart<T>(all: readonly T[]): T[] {
  const found = new Set<number>();
  for (let stride = all.length; stride >= 1; stride /= 2) {
    for (let at = 0; at < all.length; at += stride) found.add(Math.floor(at));
  }
  for (let at = 0; at < all.length; at++) found.add(at);
  return [...found].map((index) => all[index]!);
}
