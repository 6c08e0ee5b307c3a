import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishOnce } from './publish_once.js';
import { WORKER_NAME } from './worker_name.js';

/**
 * The rounds of a shared campaign: in each of them, every row is given to a worker once. Another round is needed when
 * all rows have been made, and a file of the system, or Orrery itself, has changed since.
 */
export class Rounds {
  readonly #folder: string;
  readonly #temporary: string;

  /**
   * @param campaign - its folder
   * @param temporary - for unfinished files, on the same disk
   */
  constructor(campaign: string, temporary: string) {
    this.#folder = join(campaign, 'rounds');
    this.#temporary = temporary;
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The name of the present round, which no round of another store has. */
  get current(): string {
    const latest = this.#latest();
    return latest === 0 ? this.#begin(1) : this.#name(latest);
  }

  /** The round that follows one; whoever begins it, it is the same for all workers. */
  after(round: string): string {
    const latest = this.#latest();
    const current = this.#name(latest);
    return current === round ? this.#begin(latest + 1) : current;
  }

  #latest(): number {
    return Math.max(0, ...readdirSync(this.#folder).map(Number));
  }

  #begin(number: number): string {
    const name = `${number}-${WORKER_NAME}`;
    publishOnce(join(this.#folder, String(number)), name, this.#temporary);
    return this.#name(number);
  }

  #name(number: number): string {
    return readFileSync(join(this.#folder, String(number)), 'utf8');
  }
}
