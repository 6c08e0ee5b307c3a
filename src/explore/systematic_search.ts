import type { ExploredOutcome } from '../record/index.js';
import type { Alternative, Decision } from '../schedule/index.js';
import { landings } from './landings.js';
import { singlesInTurn } from './singles_in_turn.js';

/**
 * The most alternatives of one run among which a search chooses dissimilar ones. Reported in the order of the run, the
 * first few would leave out its end.
 */
const MOST_ALTERNATIVES = 20_000;

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
  #ends: readonly number[] = [];
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
    if (decisions >= this.#bound) return 0;
    const room = this.#runs - this.#known;
    return this.#spread && room > 0 ? MOST_ALTERNATIVES : Math.max(1, room);
  }

  /**
   * Notes that a run was made. Must be called in the order in which schedules were returned.
   *
   * @param few - if they are no more than this, decisions with other than the longest times are among the first
   */
  expand(
    decisions: readonly Decision[],
    explored: ExploredOutcome | undefined,
    few?: number,
  ): void {
    if (decisions.length >= this.#bound || explored === undefined) return;
    const room = Math.max(0, this.#runs - this.#known);
    const possible = this.#inTurn(decisions, explored, few);
    const alternatives = possible.slice(0, room);
    if (explored.moreAlternatives || alternatives.length < possible.length) {
      this.#cut = true;
      this.#cutSize = Math.min(this.#cutSize, decisions.length + 1);
    }
    if (alternatives.length === 0) return;
    this.#known += alternatives.length;
    this.#parents.push({ decisions, alternatives });
  }

  #inTurn(decisions: readonly Decision[], explored: ExploredOutcome, few: number | undefined) {
    const { alternatives: possible, inputs } = explored;
    if (!this.#spread) return possible;
    const shorter =
      few === undefined || inputs === undefined ? undefined : landings(possible, inputs);
    const { alternatives, ends } = singlesInTurn(possible, shorter, few);
    if (decisions.length === 0) this.#ends = ends;
    return alternatives;
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

  /**
   * How many more schedules to return until each single decision was tried, if that takes at most `most` in all; if it
   * takes more, until each time and event was, or each event.
   */
  singlesLeft(most: number): number {
    const end = this.#ends.findLast((each) => each <= most) ?? 0;
    return this.#parent > 0 ? 0 : Math.max(0, end - this.#alternative);
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
