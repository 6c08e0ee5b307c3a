import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';

/** Sends one message after another at a given bandwidth; the others wait in a queue. */
export class LinkChannel {
  readonly #bandwidth: number;
  readonly #queue: number;
  /** When each waiting message will have been sent, oldest first. */
  readonly #ends: number[] = [];
  #free = 0;

  /**
   * @param bandwidth - bits per second
   * @param queue - messages that may wait while another is being sent
   */
  constructor(bandwidth: number, queue = Number.POSITIVE_INFINITY) {
    this.#bandwidth = bandwidth;
    this.#queue = queue;
  }

  /** When the message has been sent; undefined if the queue is full and the message is lost. */
  send(bytes: number, now: number): number | undefined {
    while (this.#ends.length > 0 && this.#ends[0]! <= now) this.#ends.shift();
    if (this.#ends.length > this.#queue) return undefined;
    const takes = Math.ceil((bytes * 8 * NANOSECONDS_PER_SECOND) / this.#bandwidth);
    this.#free = Math.max(this.#free, now) + takes;
    this.#ends.push(this.#free);
    return this.#free;
  }
}
