import type { Alternative, Decision } from './decision.js';

/** Notes what a run decides, and what it could have decided. */
export class Journal {
  readonly taken: Decision[] = [];
  readonly alternatives: Alternative[] = [];
  more = false;
  onTaken: ((decision: Decision) => void) | undefined;
  readonly #wanted: number;
  /** Decisions of the replay that have not been taken yet. */
  readonly #unused: Set<Decision>;

  /**
   * @param replayed - decisions that must be taken before alternatives count
   * @param wanted - alternatives to note
   */
  constructor(replayed: readonly Decision[], wanted: number) {
    this.#unused = new Set(replayed);
    this.#wanted = wanted;
  }

  get unused(): Decision[] {
    return [...this.#unused];
  }

  /** Whether alternatives are noted now. */
  get open(): boolean {
    return this.#wanted > 0 && this.#unused.size === 0;
  }

  take(decision: Decision): void {
    this.taken.push(decision);
    this.onTaken?.(decision);
  }

  /** A decision of the replay has been taken, in this form. */
  use(decision: Decision, form = decision): void {
    this.#unused.delete(decision);
    this.take(form);
  }

  /** Something could be decided otherwise. `make` is called only if that is noted. */
  offer(make: () => Alternative): void {
    if (!this.open) return;
    if (this.alternatives.length < this.#wanted) this.alternatives.push(make());
    else this.more = true;
  }
}
