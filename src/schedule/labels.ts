import type { Runnable } from '../kernel/index.js';

/** Names of what can run: anchors, numbered where several in one choice have the same. */
export class Labels {
  readonly #known = new WeakMap<Runnable, string>();

  of(candidates: readonly Runnable[], index: number): string {
    const label = this.#label(candidates[index]!);
    let number = 1;
    for (let i = 0; i < index; i++) if (this.#label(candidates[i]!) === label) number++;
    return number === 1 ? label : `${label} #${number}`;
  }

  /** Index of the candidate with this name; -1 if there is none. */
  find(candidates: readonly Runnable[], name: string): number {
    return candidates.findIndex((_, index) => this.of(candidates, index) === name);
  }

  #label(item: Runnable): string {
    let label = this.#known.get(item);
    if (label === undefined) {
      label = item.anchor?.() ?? item.label();
      this.#known.set(item, label);
    }
    return label;
  }
}
