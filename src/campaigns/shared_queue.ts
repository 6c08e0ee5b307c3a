import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Batch, SharedWorkQueue } from './work_queue.js';
import { WORKER_NAME } from './worker_name.js';

/** Rows of one lease: enough that the cost of a lease does not matter. */
export const ROWS_PER_LEASE = 50;
/** Age after which a lease counts as abandoned. */
const LEASE_SECONDS = 60;

let claims = 0;

/**
 * Batches of a campaign in a folder that several machines share. A lease is a file that is linked
 * to its name, which succeeds exactly once; its modification time is the worker's heartbeat. Times
 * are compared with that of a file written just now, so clocks of machines do not matter.
 */
export class SharedQueue implements SharedWorkQueue {
  readonly #folder: string;
  readonly #size: number;
  /** The first batch that may not be done. */
  #from = 0;

  /**
   * @param folder - of the campaign
   * @param round - see `Rounds`
   */
  constructor(folder: string, round: string, size: number) {
    this.#folder = join(folder, 'leases', round);
    this.#size = size;
    mkdirSync(this.#folder, { recursive: true });
  }

  async claim(): Promise<Batch | undefined> {
    const own = this.#ownFile();
    const batches = Math.ceil(this.#size / ROWS_PER_LEASE);
    try {
      for (let batch = this.#from; batch < batches; batch++) {
        if (existsSync(this.#file(batch, 'done'))) {
          if (batch === this.#from) this.#from++;
          continue;
        }
        if (this.#take(batch, own)) return this.#batch(batch);
      }
      return undefined;
    } finally {
      rmSync(own, { force: true });
    }
  }

  async isComplete(): Promise<boolean> {
    for (let batch = this.#from; batch * ROWS_PER_LEASE < this.#size; batch++) {
      if (!existsSync(this.#file(batch, 'done'))) return false;
    }
    return true;
  }

  #ownFile(): string {
    claims += 1;
    const file = join(this.#folder, `.${WORKER_NAME}-${claims}`);
    writeFileSync(file, `${WORKER_NAME}\n`);
    return file;
  }

  #take(batch: number, own: string): boolean {
    const lease = this.#file(batch, 'lease');
    try {
      linkSync(own, lease);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!this.#isStale(lease, own)) return false;
    // If several workers find it stale, one moves it away; all then link again, and one succeeds.
    try {
      renameSync(lease, `${own}-stale`);
      rmSync(`${own}-stale`, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    try {
      linkSync(own, lease);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  #isStale(lease: string, own: string): boolean {
    try {
      writeFileSync(own, `${WORKER_NAME}\n`);
      return statSync(own).mtimeMs - statSync(lease).mtimeMs > LEASE_SECONDS * 1000;
    } catch {
      return false;
    }
  }

  #batch(batch: number): Batch {
    const first = batch * ROWS_PER_LEASE;
    const count = Math.min(ROWS_PER_LEASE, this.#size - first);
    const lease = this.#file(batch, 'lease');
    return {
      rows: Array.from({ length: count }, (_, i) => first + i),
      heartbeat: () => beat(lease),
      complete: () => {
        writeFileSync(this.#file(batch, 'done'), '');
        rmSync(lease, { force: true });
      },
    };
  }

  #file(batch: number, kind: 'lease' | 'done'): string {
    return join(this.#folder, `${batch}.${kind}`);
  }
}

/** Writes to the lease, so that the machine that stores it sets its modification time. */
function beat(lease: string): void {
  try {
    const file = openSync(lease, 'r+');
    writeSync(file, WORKER_NAME);
    closeSync(file);
  } catch {
    // Another worker took it over; each result is still published exactly once.
  }
}
