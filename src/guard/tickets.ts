import type { LeakReporter, NoticedLeak } from './leaks.js';
import { real } from './real.js';
import type { Settle, VirtualWorld } from './virtual_world.js';

/** What I/O needs from the world. */
export interface Holder extends Pick<VirtualWorld, 'hold'> {
  /** Abandons held operations that nothing is left to end; returns whether there were any. */
  abandon(): boolean;
  /**
   * Holds time for something whose events reach user code as they occur, e.g. a child process.
   * Other operations do not wait for it. Release it while its last event is emitted.
   */
  holdApart(what: string): () => void;
}

interface Ticket {
  readonly settle: Settle;
  /** Where the operation was requested. */
  readonly leak: NoticedLeak | undefined;
  deliver: (() => void) | undefined;
}

/**
 * Tickets of real operations. Results are delivered strictly in the order of issue, each in its own
 * macrotask, so the effects of one result are complete before the next arrives,
 * however long the operations took.
 */
export class Tickets implements Holder {
  private readonly queue: Ticket[] = [];
  private readonly apart = new Set<Ticket>();
  private pumping = false;
  private isClosed = false;

  constructor(
    private readonly world: Pick<VirtualWorld, 'hold' | 'callback' | 'isOpen'>,
    private readonly leaks: Pick<LeakReporter, 'notice' | 'add' | 'unanswered'>,
  ) {}

  /** Number of operations that are under way or not yet delivered. */
  get open(): number {
    return this.queue.length;
  }

  readonly hold = (what: string): Settle => {
    const ticket = this.ticketOf(what);
    this.queue.push(ticket);
    const report = this.outliving(ticket);
    return (deliver) => {
      ticket.deliver ??= () => {
        report?.();
        deliver();
      };
      this.pump();
    };
  };

  readonly holdApart = (what: string): (() => void) => {
    const ticket = this.ticketOf(what);
    this.apart.add(ticket);
    const report = this.outliving(ticket);
    return () => {
      this.apart.delete(ticket);
      ticket.settle(() => {});
      report?.();
    };
  };

  /** Ends the run: operations under way are no longer delivered, least of all in another run. */
  close(): void {
    this.isClosed = true;
  }

  /** As in Node, code that waits for these operations waits forever. */
  abandon(): boolean {
    const abandoned = [...this.queue.splice(0), ...this.apart];
    this.apart.clear();
    for (const { settle, leak } of abandoned) {
      if (leak !== undefined) this.leaks.unanswered(leak);
      settle(() => {});
    }
    return abandoned.length > 0;
  }

  private ticketOf(what: string): Ticket {
    const leak = this.leaks.notice('fire-and-forget', what);
    return { settle: this.world.hold(what), leak, deliver: undefined };
  }

  /** Reports the operation that begins now if it ends after the callback that began it. */
  private outliving({ leak }: Ticket): (() => void) | undefined {
    const callback = this.world.callback();
    if (callback === 0 || leak === undefined) return undefined;
    return () => {
      if (!this.world.isOpen(callback)) this.leaks.add(leak);
    };
  }

  private pump(): void {
    if (this.pumping || this.isClosed || this.queue[0]?.deliver === undefined) return;
    this.pumping = true;
    real.setImmediate(() => {
      this.pumping = false;
      // The operation may have been abandoned since.
      if (this.isClosed || this.queue[0]?.deliver === undefined) return;
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

/**
 * Abandons the operations that the guard holds when the event loop of this thread is empty: nothing
 * is left that could end them. False if it holds none.
 */
export function abandonHeld(): boolean {
  return installed?.abandon() ?? false;
}

/** Holds time in the installed guard's world; without a guard, there is nothing to hold. */
export function holdInstalled(what: string): Settle {
  return installed?.hold(what) ?? ((deliver) => deliver());
}
