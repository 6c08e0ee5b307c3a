import type { LeakReporter } from './leaks.js';
import { real } from './real.js';
import type { Settle, VirtualWorld } from './virtual_world.js';

/** What I/O needs of the world. */
export interface Holder extends Pick<VirtualWorld, 'hold'> {
  /**
   * Holds time for something whose events reach user code as they come, e.g. a child process.
   * Other operations do not wait for it. To be released while what it ends with is emitted.
   */
  holdApart(what: string): () => void;
}

interface Ticket {
  readonly settle: Settle;
  deliver: (() => void) | undefined;
}

/**
 * Tickets of real operations. Results are delivered strictly in the order of issue and each in a
 * macrotask of its own, so that what follows one result is complete before the next arrives,
 * however long the operations took.
 */
export class Tickets implements Holder {
  private readonly queue: Ticket[] = [];
  private pumping = false;

  constructor(
    private readonly world: Pick<VirtualWorld, 'hold' | 'callback' | 'isOpen'>,
    private readonly leaks: Pick<LeakReporter, 'notice' | 'add'>,
  ) {}

  /** Number of operations that are going on or not yet delivered. */
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

  /** Says so if the operation that begins now ends after the callback that began it. */
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

/** Tells the rest of the room who holds time in this thread. */
export function setInstalledHolder(holder: Holder | undefined): void {
  installed = holder;
}

/** Holds time in the installed guard's world; without a guard nothing needs holding. */
export function holdInstalled(what: string): Settle {
  return installed?.hold(what) ?? ((deliver) => deliver());
}
