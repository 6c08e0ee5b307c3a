import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a failed run diverges from the most similar passing run. */
export interface FailurePlace {
  /** In words, without a time. */
  readonly where: string;
  /** Equal for failures that diverge at the same place, whatever check they break; absent: nothing came in another order. */
  readonly cause?: string;
  /** The row of the passing run. */
  readonly passing: number;
  /** Keys of the runs that it was chosen from: if they change, it is chosen again. */
  readonly among: readonly string[];
}

/** The places of failures by the keys of their results, next to the journals of a campaign. */
export class FailurePlaces {
  readonly #file: string;
  readonly #places: Map<string, FailurePlace>;

  constructor(campaign: string) {
    this.#file = join(campaign, 'places.json');
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    this.#places = new Map(Object.entries(JSON.parse(text) as Record<string, FailurePlace>));
  }

  find(key: string): FailurePlace | undefined {
    return this.#places.get(key);
  }

  /** Replaces the stored places; the file is complete whenever it is read. */
  write(places: ReadonlyMap<string, FailurePlace>): void {
    const temporary = `${this.#file}-${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(places))}\n`);
    renameSync(temporary, this.#file);
  }
}
