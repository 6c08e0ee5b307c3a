import type { Alternative, Decision } from './decision.js';

/** A decision of a replay that did not come to pass. */
export interface MissedDecision {
  readonly decision: Decision;
  /** The few decisions of the present system that it may correspond to. */
  readonly near: readonly Decision[];
  /** Its place was there, but it made no difference. */
  readonly isIdle?: true;
}

/** With more places listed, it would not be clearer which one is meant. */
const ENOUGH = 4;

/** Notes what a run decides, and what it could have decided. */
export class Journal {
  readonly taken: Decision[] = [];
  readonly alternatives: Alternative[] = [];
  more = false;
  onTaken: ((decision: Decision) => void) | undefined;
  readonly #wanted: number;
  /** Decisions of the replay that have not been taken yet. */
  readonly #unused: Set<Decision>;
  /** By decision of the replay: similar decisions that could have been taken. */
  readonly #near = new Map<Decision, Decision[]>();
  readonly #idle = new Set<Decision>();

  readonly #most: number;
  #drawn = 0;

  /**
   * @param replayed - decisions that must be taken before alternatives count
   * @param wanted - alternatives to note
   * @param most - decisions that may be drawn
   */
  constructor(replayed: readonly Decision[], wanted: number, most = Number.POSITIVE_INFINITY) {
    this.#unused = new Set(replayed);
    this.#most = most;
    this.#wanted = wanted;
  }

  get unused(): Decision[] {
    return [...this.#unused];
  }

  /** The decisions that did not come to pass, each with the places where it almost could have. */
  get missed(): MissedDecision[] {
    return this.unused.map((decision) => ({
      decision,
      near: this.#near.get(decision) ?? [],
      ...(this.#idle.has(decision) && { isIdle: true }),
    }));
  }

  /** Notes that `other`, which is nearly the same as a decision of the replay, would be possible here. */
  nearly(decision: Decision, other: Decision): void {
    const near = this.#near.get(decision) ?? [];
    if (near.length < ENOUGH) this.#near.set(decision, [...near, other]);
  }

  /** A decision of the replay found its place, but makes no difference unless it is used later. */
  idle(decision: Decision): void {
    this.#idle.add(decision);
  }

  /** Whether alternatives are noted now. */
  get open(): boolean {
    return this.#wanted > 0 && this.#unused.size === 0;
  }

  /** Whether one more decision may be drawn. */
  get mayDraw(): boolean {
    return this.#drawn < this.#most;
  }

  /** A decision was drawn. */
  take(decision: Decision): void {
    this.#drawn++;
    this.#note(decision);
  }

  /** A decision of the replay has been taken, in this form. */
  use(decision: Decision, form = decision): void {
    this.#unused.delete(decision);
    this.#note(form);
  }

  /** A decision was taken before it could be known that it makes no difference. */
  withdraw(decision: Decision): void {
    const at = this.taken.indexOf(decision);
    if (at >= 0) this.taken.splice(at, 1);
    this.#unused.add(decision);
  }

  /** A decision of the replay makes a difference, perhaps not for the first time. */
  useOnce(decision: Decision): void {
    if (this.#unused.has(decision)) this.use(decision);
  }

  #note(decision: Decision): void {
    this.taken.push(decision);
    this.onTaken?.(decision);
  }

  /** Notes that something could be decided differently; calls `make` only if that is recorded. */
  offer(make: () => Alternative): void {
    if (!this.open) return;
    if (this.alternatives.length < this.#wanted) this.alternatives.push(make());
    else this.more = true;
  }
}
