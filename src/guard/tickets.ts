import type { LeakReporter } from './leaks.js';
import { real } from './real.js';
import type { Settle, VirtualWorld } from './virtual_world.js';

/** What I/O needs from the world. */
export interface Holder extends Pick<VirtualWorld, 'hold'> {
  /**
   * Holds time for something whose events reach user code as they occur, e.g. a child process.
   * Other operations do not wait for it. Release it while its last event is emitted.
   */
  holdApart(what: string): () => void;
}

interface Ticket {
  readonly settle: Settle;
  deliver: (() => void) | undefined;
}

/**
 * Tickets of real operations. Results are delivered strictly in the order of issue, each in its own
 * macrotask, so the effects of one result are complete before the next arrives,
 * however long the operations took.
 */
export class Tickets implements Holder {
  private readonly queue: Ticket[] = [];
  private pumping = false;

  constructor(
    private readonly world: Pick<VirtualWorld, 'hold' | 'callback' | 'isOpen'>,
    private readonly leaks: Pick<LeakReporter, 'notice' | 'add'>,
  ) {}

  /** Number of operations that are under way or not yet delivered. */
  get open(): number {
    return this.queue.length;
  }

  readonly hold = (what: string): Settle => {
    const ticket: Ticket = { settle: this.world.hold(what), deliver: undefined };
    this.queue.push(ticket);
    const report = this.outliving(what);
    return (deliver) => {
      ticket.deliver ??= () => {
        report?.();
        deliver();
      };
      this.pump();
    };
  };

  readonly holdApart = (what: string): (() => void) => {
    const settle = this.world.hold(what);
    const report = this.outliving(what);
    return () => {
      settle(() => {});
      report?.();
    };
  };

  /** Reports the operation that begins now if it ends after the callback that began it. */
  private outliving(what: string): (() => void) | undefined {
    const callback = this.world.callback();
    const leak = callback === 0 ? undefined : this.leaks.notice('fire-and-forget', what);
    if (leak === undefined) return undefined;
    return () => {
      if (!this.world.isOpen(callback)) this.leaks.add(leak);
    };
  }

  private pump(): void {
    if (this.pumping || this.queue[0]?.deliver === undefined) return;
    this.pumping = true;
    real.setImmediate(() => {
      this.pumping = false;
      const { settle, deliver } = this.queue.shift()!;
      try {
        settle(deliver!);
      } finally {
        this.pump();
      }
    });
  }
}

let installed: Holder | undefined;

/** Tells the rest of the room what holds time in this thread. */
export function setInstalledHolder(holder: Holder | undefined): void {
  installed = holder;
}

/** Holds time in the installed guard's world; without a guard, there is nothing to hold. */
export function holdInstalled(what: string): Settle {
  return installed?.hold(what) ?? ((deliver) => deliver());
}
