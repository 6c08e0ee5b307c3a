import { outside, real } from '../guard/index.js';
import { GuestNetwork, type LineEvent } from './guest_network.js';

/** The folders in which `multiprocessing` has its sockets. */
const FOLDER = /^\/([\w.-]+\/)*pymp-\w+$/;

/** A guest that may wait for what other processes do with what they share. */
export interface Sharer {
  /** Lets it hear a signal at this instant; 0: look at what you share. */
  signal(number: number): void;
}

/** So many sockets of a run are known; others are to a program like those of somebody outside. */
const MOST_SOCKETS = 100_000;

/** One process and what it shares with others. */
export interface Sharing {
  /** It waits for the next change. */
  waits(): void;
  /** It has changed something. */
  changed(): void;
  /** It has made a folder. */
  made(folder: string): void;
  /** It has bound a socket to this name: `tcp:`, `udp:` and a port, or `path:` and a path. */
  bound(name: string): void;
  /** Whether a guest has bound a socket to this name. */
  isBound(name: string): boolean;
  /** See {@link GuestNetwork}. */
  readonly network: {
    connect(name: string): number | null;
    take(): readonly LineEvent[];
    write(line: number, bytes: Buffer): void;
    end(line: number, isGone: boolean): void;
  };
}

/**
 * What processes share besides the graph: sockets, and pipes and semaphores of `multiprocessing`. Orrery does not see them;
 * whoever has changed something says so, and those that wait look again, in the order in which they began to wait.
 */
export class SharedThings {
  readonly #waiting = new Set<Sharer>();
  readonly #folders = new Set<string>();
  /** By the names of sockets, who has bound one to it. */
  readonly #bound = new Map<string, Sharer>();
  readonly #network = new GuestNetwork();

  /** What a process says and asks. */
  of(sharer: () => Sharer): Sharing {
    return {
      bound: (name) => {
        if (this.#bound.size >= MOST_SOCKETS) return;
        this.#bound.set(name, sharer());
        this.#network.bound(name, sharer());
      },
      isBound: (name) => this.#bound.has(name),
      made: (folder) => {
        if (FOLDER.test(folder)) this.#folders.add(folder);
      },
      waits: () => void this.#waiting.add(sharer()),
      changed: () => this.changed(sharer()),
      network: {
        connect: (name) => this.#network.connect(name, sharer()),
        take: () => this.#network.take(sharer()),
        write: (line, bytes) => this.#network.write(line, bytes),
        end: (line, isGone) => this.#network.end(line, isGone),
      },
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
    this.#network.leaves(sharer);
    for (const [name, each] of this.#bound) if (each === sharer) this.#bound.delete(name);
  }
}
