/**
 * Items of one kind that are called in a defined order: stage by stage, and within a stage in the order in which
 * they were added. The order is thus defined where the stages are named, not by the order of the lines that add
 * items.
 */
export class Stages<S extends string, T> {
  readonly #stages: readonly S[];
  readonly #changed: (items: readonly T[]) => void;
  #entries: readonly { readonly stage: S; readonly item: T }[] = [];

  /**
   * @param stages - all stages, in order
   * @param changed - called with all items, in order, whenever one is added or removed
   */
  constructor(stages: readonly S[], changed: (items: readonly T[]) => void) {
    this.#stages = stages;
    this.#changed = changed;
  }

  /** Adds an item at a stage. The returned function removes it; calling that again is harmless. */
  add(stage: S, item: T): () => void {
    const added = { stage, item };
    const rank = this.#rank(stage);
    const before = this.#entries.filter((each) => this.#rank(each.stage) <= rank);
    this.#set([...before, added, ...this.#entries.slice(before.length)]);
    return () => {
      if (this.#entries.includes(added)) this.#set(this.#entries.filter((each) => each !== added));
    };
  }

  #rank(stage: S): number {
    return this.#stages.indexOf(stage);
  }

  #set(entries: readonly { readonly stage: S; readonly item: T }[]): void {
    this.#entries = entries;
    this.#changed(entries.map(({ item }) => item));
  }
}
