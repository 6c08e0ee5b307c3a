// The counterpart of `slices.mjs`, which a measured process calls between slices.
import { readSync, writeSync } from 'node:fs';

/** The pipe to `slices.mjs`. */
const PIPE = 3;

// Captured at load time, because the run guards the realm.
const cpuUsage = process.cpuUsage.bind(process);
const one = new Uint8Array(1);

/** Waits for requests of slices, and reports the time of each when it ends. */
export class SliceGate {
  #before;

  /** Waits for the first slice. */
  begin() {
    readSync(PIPE, one);
    this.#before = cpuUsage();
  }

  /** Ends a slice of `count` callbacks or calls. */
  next(count) {
    const { user, system } = cpuUsage(this.#before);
    writeSync(PIPE, `${((user + system) * 1000) / count}\n`);
    this.begin();
  }
}
