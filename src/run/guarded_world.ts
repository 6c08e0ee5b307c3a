import type { GraphNode } from '../graph/index.js';
import type { Leak, VirtualWorld } from '../guard/index.js';
import type { Simulation, UserTimer } from '../simulation/index.js';

export interface GuardedWorldOptions {
  readonly onExit: (code: number) => void;
  /** Name of the process whose code is running. */
  readonly process: () => string;
  readonly onLeak?: (leak: Leak) => void;
}

/** The simulation as guarded user code sees it through the functions of the engine. */
export class GuardedWorld implements VirtualWorld {
  readonly #simulation: Simulation;
  readonly #options: GuardedWorldOptions;
  readonly #timers = new Map<number, UserTimer>();
  #lastHandle = 0;

  constructor(simulation: Simulation, options: GuardedWorldOptions) {
    this.#simulation = simulation;
    this.#options = options;
  }

  get startNs(): bigint {
    return this.#simulation.graph.epoch;
  }

  sinceStartNs(): number {
    return this.#simulation.kernel.now;
  }

  schedule(delayNs: number, callback: () => void): number {
    const handle = ++this.#lastHandle;
    const timer = this.#simulation.schedule(delayNs, () => {
      this.#timers.delete(handle);
      callback();
    });
    this.#timers.set(handle, timer);
    return handle;
  }

  immediate(callback: () => void): number {
    const handle = ++this.#lastHandle;
    const timer = this.#simulation.immediate(() => {
      this.#timers.delete(handle);
      callback();
    });
    this.#timers.set(handle, timer);
    return handle;
  }

  cancel(handle: number): void {
    this.#timers.get(handle)?.destroy();
    this.#timers.delete(handle);
  }

  /** Removes the timers of these programs. */
  endPrograms(programs: ReadonlySet<string>): void {
    for (const [handle, timer] of this.#timers) {
      if (programs.has(timer.node.program)) this.cancel(handle);
    }
  }

  /** Removes the timers of this node. */
  endNode(node: GraphNode): void {
    for (const [handle, timer] of this.#timers) if (timer.node === node) this.cancel(handle);
  }

  setKeepAlive(handle: number, keepAlive: boolean): void {
    this.#timers.get(handle)?.keepAlive(keepAlive);
  }

  random(): number {
    return this.#stream().float();
  }

  randomUint32(): number {
    return this.#stream().uint32();
  }

  /** Each node draws from its own stream, so that adding a node never shifts another's draws. */
  #stream() {
    return this.#simulation.graph.owner.random;
  }

  hold(): (deliver: () => void) => void {
    const release = this.#simulation.kernel.hold();
    return (deliver) => {
      release();
      deliver();
    };
  }

  process(): string {
    return this.#options.process();
  }

  exit(code: number): void {
    this.#options.onExit(code);
  }

  report(leak: Leak): void {
    this.#options.onLeak?.(leak);
  }

  callback(): number {
    const { cause, current } = this.#simulation.graph;
    // Nothing can await the callback of a JavaScript timer.
    return current?.kind === 'user_timer' ? 0 : cause;
  }

  isOpen(callback: number): boolean {
    return this.#simulation.graph.isOpen(callback);
  }

  current(): { readonly node?: string; readonly callback?: string } {
    const { last } = this.#simulation.graph;
    return last === undefined ? {} : { node: last.node.fullName, callback: last.title };
  }
}
