// The other end of `slices.mjs`: what a measured process calls between slices.
import { readSync, writeSync } from 'node:fs';

/** The pipe to `slices.mjs`. */
const PIPE = 3;

// Captured at load time, because the run guards the realm.
const cpuUsage = process.cpuUsage.bind(process);
const one = new Uint8Array(1);

/** Waits until the next slice is requested, and reports each when it is over. */
export class SliceGate {
  #before;

  /** Waits for the first slice. */
  begin() {
    readSync(PIPE, one);
    this.#before = cpuUsage();
  }

  /** A slice of `count` callbacks, or calls, is over. */
  next(count) {
    const { user, system } = cpuUsage(this.#before);
    writeSync(PIPE, `${((user + system) * 1000) / count}\n`);
    this.begin();
  }
}
