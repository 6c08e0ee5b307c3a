import type { Leak, Settle, VirtualWorld } from './virtual_world.js';

interface Pending {
  readonly atNs: number;
  readonly handle: number;
  readonly callback: () => void;
}

/** A minimal virtual world for tests: `advance` runs what is due, in order of time and handle. */
export class FakeWorld implements VirtualWorld {
  readonly startNs: bigint = 1_700_000_000_123_456_789n;
  readonly leaks: Leak[] = [];
  readonly exits: number[] = [];
  readonly held: string[] = [];
  private nowNs = 0;
  private lastHandle = 0;
  private state = 1;
  private pending: Pending[] = [];

  /** The callback that tests declare to be running, and those that await something. */
  running = 0;
  readonly awaiting = new Set<number>();

  process(): string {
    return 'program';
  }

  callback(): number {
    return this.running;
  }

  isOpen(callback: number): boolean {
    return callback === this.running || this.awaiting.has(callback);
  }

  sinceStartNs(): number {
    return this.nowNs;
  }

  schedule(delayNs: number, callback: () => void): number {
    this.lastHandle += 1;
    this.pending.push({ atNs: this.nowNs + delayNs, handle: this.lastHandle, callback });
    return this.lastHandle;
  }

  immediate(callback: () => void): number {
    return this.schedule(0, callback);
  }

  cancel(handle: number): void {
    this.pending = this.pending.filter((entry) => entry.handle !== handle);
  }

  get pendingCount(): number {
    return this.pending.length;
  }

  /** Runs everything due within `ms`; microtasks are completed between callbacks. */
  async advance(ms: number): Promise<void> {
    const endNs = this.nowNs + ms * 1e6;
    for (;;) {
      await settle();
      const [next] = this.pending
        .filter((entry) => entry.atNs <= endNs)
        .sort((a, b) => a.atNs - b.atNs || a.handle - b.handle);
      if (next === undefined) break;
      this.cancel(next.handle);
      this.nowNs = next.atNs;
      next.callback();
    }
    this.nowNs = endNs;
  }

  randomUint32(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state;
  }

  random(): number {
    return this.randomUint32() / 2 ** 32;
  }

  hold(what: string): Settle {
    this.held.push(what);
    return (deliver) => deliver();
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  report(leak: Leak): void {
    this.leaks.push(leak);
  }

  current() {
    return { node: '/talker', callback: 'timer' };
  }
}

/** Lets promise jobs finish; needs no timer, so it works under a guard. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}
