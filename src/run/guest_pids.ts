import { OrphanWatch } from '../guests/index.js';

/** A process was started, or has ended. */
export interface GuestNews {
  readonly guest: number;
  readonly runs: boolean;
}

/** One for all runs of this thread, once there is a process. */
let orphans: OrphanWatch | undefined;

/** The processes that a run has started, as the main thread knows them. */
export class GuestPids {
  readonly #pids = new Set<number>();

  constructor() {
    process.once('exit', this.#atExit);
  }

  note({ guest, runs }: GuestNews): void {
    if (runs) {
      this.#pids.add(guest);
      // A program that computes without end does not notice that Orrery was killed.
      orphans ??= new OrphanWatch();
      orphans.spawned(guest);
    } else {
      this.#pids.delete(guest);
      orphans?.gone(guest);
    }
  }

  /** Ends those that are left, and the processes that they have started. */
  kill(): void {
    process.off('exit', this.#atExit);
    for (const pid of this.#pids) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
      orphans?.gone(pid);
    }
    this.#pids.clear();
  }

  readonly #atExit = () => this.kill();
}
