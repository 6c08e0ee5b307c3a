import type { Waitable } from '../graph/index.js';
import type { Processes } from './processes.js';

/**
 * `process.exitCode` of each simulated process. The engine has one for the whole thread: it changes
 * hands with the process whose code runs.
 */
export class ExitCodes {
  readonly #processes: Processes;
  readonly #codes = new Map<string, typeof process.exitCode>();
  #current: string | undefined;

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  /** As observer of the graph: a callback of this entity begins. */
  callbackStarted({ node }: Waitable): void {
    const name = this.#processes.processOf(node);
    if (name !== undefined) this.enter(name);
  }

  /** Code of this process runs from now on. */
  enter(name: string): void {
    if (name === this.#current) return;
    if (this.#current !== undefined) this.#codes.set(this.#current, process.exitCode);
    process.exitCode = this.#codes.get(name);
    this.#current = name;
  }

  /** A process of this name begins anew. */
  begin(name: string): void {
    if (name === this.#current) process.exitCode = undefined;
    else this.#codes.delete(name);
  }
}
