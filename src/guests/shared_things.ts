import { outside, real } from '../guard/index.js';

/** The folders in which `multiprocessing` has its sockets. */
const FOLDER = /^\/([\w.-]+\/)*pymp-\w+$/;

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
  readonly #folders = new Set<string>();

  /** What a process says: that it waits for the next change, has changed something, or has made a folder. */
  of(sharer: () => Sharer): { waits(): void; changed(): void; made(folder: string): void } {
    return {
      made: (folder) => {
        if (FOLDER.test(folder)) this.#folders.add(folder);
      },
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

  /** Removes what processes have left that were killed. */
  close(): void {
    for (const folder of this.#folders) {
      outside(() => real.fs.rmSync(folder, { recursive: true, force: true }));
    }
  }

  /** It has ended. */
  leaves(sharer: Sharer): void {
    this.#waiting.delete(sharer);
  }
}
