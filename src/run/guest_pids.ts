import { OrphanWatch } from '../guests/index.js';

/** A process was started, or has ended. */
export interface GuestNews {
  readonly guest: number;
  readonly runs: boolean;
}

/** One per thread, for all its runs; created with the first process. */
let orphans: OrphanWatch | undefined;

/** The processes started by a run, as known to the main thread. */
export class GuestPids {
  readonly #pids = new Set<number>();

  constructor() {
    process.once('exit', this.#atExit);
  }

  note({ guest, runs }: GuestNews): void {
    if (runs) {
      this.#pids.add(guest);
      // A program that computes endlessly does not notice that Orrery was killed.
      orphans ??= new OrphanWatch();
      orphans.spawned(guest);
    } else {
      this.#pids.delete(guest);
      orphans?.gone(guest);
    }
  }

  /** Kills the remaining processes and those that they have started. */
  kill(): void {
    process.off('exit', this.#atExit);
    for (const pid of this.#pids) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
      orphans?.gone(pid);
    }
    this.#pids.clear();
  }

  readonly #atExit = () => this.kill();
}
