/** A message that waits for a snapshot. */
export interface HeldMessage {
  readonly channel: number;
  readonly stamp: bigint;
  readonly sequence: number;
  readonly data: Uint8Array;
}

/** The latest messages up to a number of bytes; older ones are dropped. */
export class SnapshotBuffer {
  readonly #capacity: number;
  #messages: (HeldMessage | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Copies the message; `data` may be reused. */
  add(channel: number, stamp: bigint, sequence: number, data: Uint8Array): void {
    this.#messages.push({ channel, stamp, sequence, data: data.slice() });
    this.#bytes += data.length;
    while (this.#bytes > this.#capacity && this.#first < this.#messages.length - 1) {
      this.#bytes -= this.#messages[this.#first]!.data.length;
      this.#messages[this.#first++] = undefined;
    }
    // The array is compacted when at least half of it has been dropped.
    if (this.#first > 1024 && 2 * this.#first > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Removes and returns everything that is held, in order. */
  take(): readonly HeldMessage[] {
    const taken = this.#messages.slice(this.#first) as HeldMessage[];
    this.#messages = [];
    this.#first = 0;
    this.#bytes = 0;
    return taken;
  }
}
