import type { CampaignState, DatedEntry } from './campaign_directory.js';

/** A row without a result, whatever else is known about it. */
const [OPEN, LOST, KNOWN] = [1, 2, 3];

/**
 * The state of each row by its latest entries, in whatever order journals are read. It keeps a few numbers per row
 * instead of the entries, because a campaign may have millions.
 */
export class LatestEntries {
  /** By row: time and kind of the latest entry, time of the result. */
  readonly #at: number[] = [];
  readonly #kind: number[] = [];
  readonly #doneAt: number[] = [];
  readonly #done = new Map<number, string>();
  readonly #lost = new Map<number, { readonly code: string; readonly text: string }>();
  #cached = 0;
  #rechecked = 0;

  add(entry: DatedEntry): void {
    const { row, at, event } = entry;
    // Rows begin roughly in order: arrays without holes stay small.
    while (this.#at.length <= row) {
      this.#at.push(Number.NEGATIVE_INFINITY);
      this.#doneAt.push(Number.NEGATIVE_INFINITY);
      this.#kind.push(0);
    }
    // At equal times, the later line is the later entry.
    if (at >= this.#at[row]!) {
      this.#at[row] = at;
      this.#kind[row] = event === 'started' ? OPEN : event === 'lost' ? LOST : KNOWN;
      if (event === 'lost') this.#lost.set(row, { code: entry.code, text: entry.text });
    }
    if (event === 'rechecked') this.#rechecked++;
    if (event !== 'done') return;
    if (entry.cached) this.#cached++;
    if (at < this.#doneAt[row]!) return;
    this.#doneAt[row] = at;
    this.#done.set(row, entry.key);
  }

  state(): CampaignState {
    const open = new Set<number>();
    for (const [row, kind] of this.#kind.entries()) if (kind === OPEN) open.add(row);
    const lost = new Map([...this.#lost].filter(([row]) => this.#kind[row] === LOST));
    return { done: this.#done, lost, open, cached: this.#cached, rechecked: this.#rechecked };
  }
}
