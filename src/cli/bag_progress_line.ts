import type { BagProgress, ProgressCallback } from '../bag/index.js';
import { grouped } from '../errors/index.js';
import { printProgress } from './print.js';

const REFRESH_MS = 100;

/** One line on a terminal that follows an operation on a bag; silent when the output is piped. */
export class BagProgressLine {
  readonly #what: string;
  readonly #started = performance.now();
  #drawn = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** The callback to pass to the operation; undefined if there is no terminal. */
  get callback(): ProgressCallback | undefined {
    return process.stderr.isTTY ? (progress) => this.#draw(progress) : undefined;
  }

  #draw({ messages, total }: BagProgress): void {
    const now = performance.now();
    if (now - this.#drawn < REFRESH_MS) return;
    this.#drawn = now;
    const share = total === 0 ? 100 : Math.min(100, Math.floor((100 * messages) / total));
    const rate = Math.round((1000 * messages) / Math.max(1, now - this.#started));
    printProgress(`${this.#what}: ${share} %, ${grouped(messages)} messages, ${grouped(rate)}/s`);
  }

  stop(): void {
    if (this.#drawn > 0) printProgress('');
  }
}
