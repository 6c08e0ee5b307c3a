import type { GraphNode, Waitable } from '../graph/index.js';
import type { Kernel } from '../kernel/index.js';
import type { CallbackRun } from './callback_run.js';
import type { BlockedRun } from './plan_deadlock_check.js';

/** The virtual threads of an executor, and which callback occupies each. */
export class ThreadTable {
  readonly #kernel: Kernel;
  readonly #runs: (CallbackRun | undefined)[];

  constructor(kernel: Kernel, threads: number) {
    this.#kernel = kernel;
    this.#runs = new Array<CallbackRun | undefined>(threads).fill(undefined);
  }

  get count(): number {
    return this.#runs.length;
  }

  isFree(thread: number): boolean {
    return this.#runs[thread] === undefined;
  }

  /** The idle threads, in the order of their numbers. */
  get idle(): number[] {
    return [...this.#runs.keys()].filter((thread) => this.isFree(thread));
  }

  holds(run: CallbackRun): boolean {
    return this.#runs[run.thread] === run;
  }

  occupy(run: CallbackRun): void {
    this.#runs[run.thread] = run;
    run.group.running++;
  }

  free(run: CallbackRun): void {
    this.#runs[run.thread] = undefined;
    run.group.running--;
  }

  /** Ends the node's callbacks now: outputs that have not left never will. */
  abandon(node: GraphNode): void {
    for (const run of this.#runs) {
      if (run?.entity.node !== node) continue;
      this.#kernel.delays.remove(run);
      run.open = false;
      this.free(run);
    }
  }

  /** The entity's node is frozen: the rest of a running callback is kept for later. */
  freeze(entity: Waitable): void {
    for (const run of this.#runs) {
      if (run?.entity !== entity || run.timeOver) continue;
      run.remaining = run.end - this.#kernel.now;
      this.#kernel.delays.remove(run);
    }
  }

  thaw(entity: Waitable): void {
    for (const run of this.#runs) {
      if (run?.entity !== entity || run.remaining === undefined) continue;
      run.end = this.#kernel.now + run.remaining;
      run.remaining = undefined;
      this.#kernel.delays.push(run.end, run);
    }
  }

  /** The callbacks that keep their threads while they wait for responses. */
  blocked(): BlockedRun[] {
    return this.#runs.flatMap((run) =>
      run?.timeOver && run.open ? [{ run, threads: this.#runs.length }] : [],
    );
  }
}
