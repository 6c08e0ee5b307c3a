import type { MessageObject } from '../interfaces/index.js';
import type { Publisher } from './publisher.js';
import { isExpired } from './qos.js';

/** The metadata of a message. */
export interface SampleInfo {
  readonly publisher: Publisher | undefined;
  /** Number of the publication at its publisher, from 1. */
  readonly sequence: number;
  /** When it was published and when it was received, in ns since the start. */
  readonly sourceTime: number;
  readonly receivedTime: number;
  /** Number of the callback that published it; 0 if no callback did. */
  readonly cause: number;
}

/** The origin of a message; a caller passes it to be filled in. */
export interface MessageOrigin {
  publisher: Publisher | undefined;
  /** Number of the publication at its publisher, from 1. */
  sequence: number;
  /** The time from publication to arrival, in ns. */
  travelled: number;
}

const COLUMNS = 5;
/** Deep queues start small: most of them never fill. */
const INITIAL_CAPACITY = 16;

/**
 * A subscription's queue of received messages: keep-last (the oldest is overwritten) or keep-all
 * (it grows). In columns, so that receiving a message allocates nothing.
 */
export class MessageRing {
  /** Queue length from the QoS; Infinity for keep-all. */
  readonly depth: number;
  #messages: (MessageObject | undefined)[];
  #publishers: (Publisher | undefined)[];
  #numbers: Float64Array;
  #capacity: number;
  #head = 0;
  #size = 0;
  /** Place of the message that was dropped last. */
  #dropped = 0;
  /** Messages that were overwritten before they were taken. */
  overwritten = 0;

  constructor(depth: number) {
    this.depth = Math.max(1, depth);
    this.#capacity = Math.min(this.depth, INITIAL_CAPACITY);
    this.#messages = new Array<MessageObject | undefined>(this.#capacity).fill(undefined);
    this.#publishers = new Array<Publisher | undefined>(this.#capacity).fill(undefined);
    this.#numbers = new Float64Array(this.#capacity * COLUMNS);
  }

  get size(): number {
    return this.#size;
  }

  push(
    message: MessageObject,
    publisher: Publisher | undefined,
    sequence: number,
    sourceTime: number,
    receivedTime: number,
    cause: number,
    digest: number,
  ): void {
    if (this.#size === this.#capacity) this.#grow();
    let index = this.#head + this.#size;
    if (index >= this.#capacity) index -= this.#capacity;
    this.#size++;
    this.#messages[index] = message;
    this.#publishers[index] = publisher;
    const at = index * COLUMNS;
    this.#numbers[at] = sequence;
    this.#numbers[at + 1] = sourceTime;
    this.#numbers[at + 2] = receivedTime;
    this.#numbers[at + 3] = cause;
    this.#numbers[at + 4] = digest;
  }

  /** Removes the oldest message to make room for another one. */
  overwrite(): void {
    this.drop();
    this.overwritten++;
  }

  /** Removes the oldest message and returns it. The ring must not be empty. */
  take(): MessageObject {
    const message = this.#messages[this.#head]!;
    this.drop();
    return message;
  }

  /** Whether the oldest message has outlived the lifespan that its publisher gave it. */
  isExpired(now: number): boolean {
    const publisher = this.#publishers[this.#head];
    if (publisher === undefined) return false;
    return isExpired(publisher.qos, this.#numbers[this.#head * COLUMNS + 1]!, now);
  }

  /** Number of the callback that published the message that was taken last; known until the next push. */
  cause(): number {
    return this.#numbers[this.#dropped * COLUMNS + 3]!;
  }

  /** Digest of the content of the message that was taken last. */
  digest(): number {
    return this.#numbers[this.#dropped * COLUMNS + 4]!;
  }

  /** Everything known about the oldest message (allocates). */
  info(): SampleInfo {
    const at = this.#head * COLUMNS;
    return {
      publisher: this.#publishers[this.#head],
      sequence: this.#numbers[at]!,
      sourceTime: this.#numbers[at + 1]!,
      receivedTime: this.#numbers[at + 2]!,
      cause: this.#numbers[at + 3]!,
    };
  }

  /** The origin of the message that was dropped last; known until the next push. */
  originOfDropped(origin: MessageOrigin): void {
    const at = this.#dropped * COLUMNS;
    origin.publisher = this.#publishers[this.#dropped];
    origin.sequence = this.#numbers[at]!;
    origin.travelled = this.#numbers[at + 2]! - this.#numbers[at + 1]!;
  }

  /** Removes the oldest message. The ring must not be empty. */
  drop(): void {
    const head = this.#head;
    this.#messages[head] = undefined;
    this.#dropped = head;
    // An empty ring starts again at the front, so that each of many rings reuses memory that is still cached.
    if (--this.#size === 0 || head + 1 === this.#capacity) this.#head = 0;
    else this.#head = head + 1;
  }

  #grow(): void {
    const order = Array.from({ length: this.#size }, (_, i) => (this.#head + i) % this.#capacity);
    const capacity = Math.min(this.#capacity * 2, this.depth);
    const numbers = new Float64Array(capacity * COLUMNS);
    order.forEach((from, to) => {
      numbers.set(this.#numbers.subarray(from * COLUMNS, (from + 1) * COLUMNS), to * COLUMNS);
    });
    const padding = new Array<undefined>(capacity - this.#size).fill(undefined);
    this.#messages = [...order.map((i) => this.#messages[i]), ...padding];
    this.#publishers = [...order.map((i) => this.#publishers[i]), ...padding];
    this.#numbers = numbers;
    this.#capacity = capacity;
    this.#head = 0;
  }
}
