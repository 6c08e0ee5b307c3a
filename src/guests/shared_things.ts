/** A guest that may wait for what other processes do with what they share. */
export interface Sharer {
  /** Lets it hear a signal at this instant; 0: look at what you share. */
  signal(number: number): void;
}

/**
 * What processes share besides the graph: pipes, sockets and semaphores of `multiprocessing`. Orrery does not see them;
 * whoever has changed something says so, and those that wait look again, in the order in which they began to wait.
 */
export class SharedThings {
  readonly #waiting = new Set<Sharer>();

  /** What a process says: that it waits for the next change, or that it has changed something. */
  of(sharer: () => Sharer): { waits(): void; changed(): void } {
    return {
      waits: () => void this.#waiting.add(sharer()),
      changed: () => this.changed(sharer()),
    };
  }

  /** Something has changed; by default because a process has ended. */
  changed(by?: Sharer): void {
    for (const each of [...this.#waiting]) {
      if (each === by) continue;
      this.#waiting.delete(each);
      each.signal(0);
    }
  }

  /** It has ended. */
  leaves(sharer: Sharer): void {
    this.#waiting.delete(sharer);
  }
}
