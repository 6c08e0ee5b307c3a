import type { Settle } from './world.js';

interface Ticket {
  readonly what: string;
  deliver: (() => void) | undefined;
}

/**
 * Tickets of real operations, for whoever implements {@link VirtualWorld.hold}. While one is
 * open, virtual time must stand still and no callback may run.
 */
export class Tickets {
  private readonly queue: Ticket[] = [];

  /** `onReady` is called when the oldest ticket has become deliverable. */
  constructor(private readonly onReady: () => void) {}

  /** Number of operations that are going on or not yet delivered. */
  get open(): number {
    return this.queue.length;
  }

  /** What is waited for, oldest first, for messages. */
  get waitingFor(): readonly string[] {
    return this.queue.map((ticket) => ticket.what);
  }

  /** Opens a ticket. A second settlement of the same ticket is ignored. */
  hold(what: string): Settle {
    const ticket: Ticket = { what, deliver: undefined };
    this.queue.push(ticket);
    return (deliver) => {
      if (ticket.deliver !== undefined) return;
      ticket.deliver = deliver;
      if (this.queue[0] === ticket) this.onReady();
    };
  }

  /** Takes the oldest ticket if its operation has settled; call its result as one callback. */
  next(): (() => void) | undefined {
    const deliver = this.queue[0]?.deliver;
    if (deliver !== undefined) this.queue.shift();
    return deliver;
  }
}
