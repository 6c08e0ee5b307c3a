import { outside, real } from '../guard/index.js';

/** The most that one side can put there in one turn. */
const MOST_HALF = 256 * 1024 * 1024;

/**
 * Memory that a guest shares for large contents, which would pass through a pipe only in many small pieces, each
 * with memory that the system allocates and frees. The first half is the guest's, the second is Orrery's. The side
 * that has the turn writes into its own half, and the other side reads it before it gives the turn back.
 */
export class SharedMemory {
  readonly #file: number;
  readonly #half: number;

  private constructor(file: number, half: number) {
    this.#file = file;
    this.#half = half;
  }

  /**
   * Opens a file without a name that a process holds under this descriptor; undefined if that cannot be done, for
   * instance because the system does not show descriptors of other processes.
   */
  static open(pid: number, descriptor: number): SharedMemory | undefined {
    if (!Number.isSafeInteger(descriptor) || descriptor < 0) return undefined;
    const { fs } = real;
    return outside(() => {
      let file: number | undefined;
      try {
        const { O_RDWR, O_NONBLOCK } = fs.constants;
        // Whatever it is, opening it must not block.
        file = fs.openSync(`/proc/${pid}/fd/${descriptor}`, O_RDWR | O_NONBLOCK);
        const found = fs.fstatSync(file);
        const half = Math.floor(found.size / 2);
        const isNameless = found.isFile() && found.nlink === 0;
        if (isNameless && half > 0 && half <= MOST_HALF) return new SharedMemory(file, half);
      } catch {
        // The guest continues with its pipe.
      }
      if (file !== undefined) fs.closeSync(file);
      return undefined;
    });
  }

  /** Puts bytes there for the guest; returns where they are, or undefined if they do not fit. */
  put(bytes: Uint8Array): number | undefined {
    if (bytes.length > this.#half) return undefined;
    try {
      for (let at = 0; at < bytes.length; ) {
        at += real.fs.writeSync(this.#file, bytes, at, bytes.length - at, this.#half + at);
      }
    } catch {
      // There is no memory left for it.
      return undefined;
    }
    return this.#half;
  }

  /** Whether the guest's half has these bytes. */
  holds(place: number, count: number): boolean {
    return place + count <= this.#half;
  }

  /** Reads what the guest has put at a place; false if the file has become too short. */
  get(place: number, into: Uint8Array, from: number): boolean {
    const { length } = into;
    for (let at = from; at < length; ) {
      const got = real.fs.readSync(this.#file, into, at, length - at, place + at - from);
      if (got === 0) return false;
      at += got;
    }
    return true;
  }

  close(): void {
    real.fs.closeSync(this.#file);
  }
}
