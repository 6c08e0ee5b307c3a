import type { LeakReporter } from './leaks.js';
import { Loopback, PresentLoopback } from './loopback.js';
import { type Holder, Tickets } from './tickets.js';
import type { Leak, Settle, VirtualWorld } from './virtual_world.js';

/** The world of a thread's current run. Code that is installed once for all runs of a thread refers to this object. */
export class PresentWorld implements VirtualWorld {
  world!: VirtualWorld;

  get startNs(): bigint {
    return this.world.startNs;
  }

  sinceStartNs(): number {
    return this.world.sinceStartNs();
  }

  schedule(delayNs: number, callback: () => void): number {
    return this.world.schedule(delayNs, callback);
  }

  immediate(callback: () => void): number {
    return this.world.immediate(callback);
  }

  cancel(handle: number): void {
    this.world.cancel(handle);
  }

  setKeepAlive(handle: number, keepAlive: boolean): void {
    this.world.setKeepAlive?.(handle, keepAlive);
  }

  random(): number {
    return this.world.random();
  }

  randomUint32(): number {
    return this.world.randomUint32();
  }

  hold(what: string): Settle {
    return this.world.hold(what);
  }

  process(): string {
    return this.world.process();
  }

  exit(code: number): void {
    this.world.exit(code);
  }

  report(leak: Leak): void {
    this.world.report(leak);
  }

  callback(): number {
    return this.world.callback();
  }

  isOpen(callback: number): boolean {
    return this.world.isOpen(callback);
  }

  current(): { readonly node?: string; readonly callback?: string } {
    return this.world.current();
  }
}

/**
 * Likewise for operations that hold time and for the network within the run: an operation of an
 * earlier run stays with that run.
 */
export class PresentHolder implements Holder {
  readonly loopback = new PresentLoopback();
  #tickets!: Tickets;

  /** Begins another run. */
  begin(world: VirtualWorld, leaks: LeakReporter): void {
    this.#tickets = new Tickets(world, leaks);
    this.loopback.network = new Loopback(world, leaks);
  }

  /** Ends the run. */
  close(): void {
    this.#tickets.close();
  }

  readonly hold = (what: string): Settle => this.#tickets.hold(what);

  readonly holdApart = (what: string): (() => void) => this.#tickets.holdApart(what);

  abandon(): boolean {
    return this.#tickets.abandon();
  }
}
