import type { Waitable } from '../graph/index.js';
import type { Processes } from './processes.js';

/**
 * `process.exitCode` of each simulated process. The engine has one per thread, so its value is swapped whenever
 * another process's code runs.
 */
export class ExitCodes {
  readonly #processes: Processes;
  readonly #codes = new Map<string, typeof process.exitCode>();
  #current: string | undefined;

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  /** As an observer of the graph: a callback of this entity begins. */
  callbackStarted({ node }: Waitable): void {
    const name = this.#processes.processOf(node);
    if (name !== undefined) this.enter(name);
  }

  /** Code of this process runs from now on. */
  enter(name: string): void {
    if (name === this.#current) return;
    // The engine's property has accessors that cost more than most callbacks, and few programs ever set it.
    const left = process.exitCode;
    if (this.#current !== undefined && left !== this.#codes.get(this.#current)) {
      this.#codes.set(this.#current, left);
    }
    const own = this.#codes.get(name);
    if (own !== left) process.exitCode = own;
    this.#current = name;
  }

  /** A process of this name starts anew. */
  begin(name: string): void {
    if (name === this.#current) process.exitCode = undefined;
    else this.#codes.delete(name);
  }
}
