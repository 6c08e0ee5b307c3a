import type { NetworkClock } from '../network_clock.js';
import type { StreamMessage } from './message_stream.js';

/** A datagram of a message, by number; {@link ALL_PARTS} when none of them has arrived. */
export interface MissingPart {
  readonly sequence: number;
  readonly part: number;
}

export const ALL_PARTS = -1;

export interface ReliableReaderOptions {
  readonly clock: NetworkClock;
  /** ns from a heartbeat to its answer. */
  readonly responseDelay: number;
  /** Called with the number of messages that will never arrive. */
  readonly onGivenUp: (count: number) => void;
  /** Sends an answer: everything before `base` has arrived, these parts have not. */
  readonly answer: (base: number, missing: readonly MissingPart[]) => void;
}

/** A message with some of its datagrams. */
interface Arriving {
  readonly message: StreamMessage;
  readonly parts: boolean[];
  missing: number;
}

/** Most numbers that one answer can name (RTPS 2.5, 9.4.2.6). */
const MAX_NAMED = 256;

/** The reading end of a reliable stream: assembles and orders messages, and requests what is missing. */
export class ReliableReader {
  readonly #options: ReliableReaderOptions;
  readonly #arriving = new Map<number, Arriving>();
  /** The next message to deliver. */
  #expected = 1;
  /** The latest message that the writer has announced. */
  #last = 0;
  #answering = false;

  constructor(options: ReliableReaderOptions) {
    this.#options = options;
  }

  data(sequence: number, part: number, parts: number, message: StreamMessage): void {
    if (sequence < this.#expected) return;
    let arriving = this.#arriving.get(sequence);
    if (arriving === undefined) {
      arriving = { message, parts: new Array<boolean>(parts).fill(false), missing: parts };
      this.#arriving.set(sequence, arriving);
    }
    if (arriving.parts[part]) return;
    arriving.parts[part] = true;
    arriving.missing--;
    this.#deliver();
  }

  /** Handles a heartbeat: the writer still has the messages from `first` to `last`. */
  heartbeat(first: number, last: number): void {
    this.#last = Math.max(this.#last, last);
    this.#skipTo(first);
    if (this.#answering) return;
    this.#answering = true;
    const { clock, responseDelay } = this.#options;
    clock.at(clock.now + responseDelay, () => this.#answer());
  }

  /** Skips messages that the writer no longer has, except for those that have arrived. */
  #skipTo(first: number): void {
    let givenUp = 0;
    for (; this.#expected < first; this.#expected++) {
      const arriving = this.#arriving.get(this.#expected);
      this.#arriving.delete(this.#expected);
      if (arriving?.missing === 0) arriving.message.deliver();
      else givenUp++;
    }
    if (givenUp > 0) this.#options.onGivenUp(givenUp);
    this.#deliver();
  }

  #deliver(): void {
    for (;;) {
      const next = this.#arriving.get(this.#expected);
      if (next === undefined || next.missing > 0) return;
      this.#arriving.delete(this.#expected++);
      next.message.deliver();
    }
  }

  #answer(): void {
    this.#answering = false;
    const missing: MissingPart[] = [];
    for (let sequence = this.#expected; sequence <= this.#last; sequence++) {
      const arriving = this.#arriving.get(sequence);
      if (arriving === undefined) missing.push({ sequence, part: ALL_PARTS });
      arriving?.parts.forEach((arrived, part) => {
        if (!arrived) missing.push({ sequence, part });
      });
      if (missing.length >= MAX_NAMED) break;
    }
    this.#options.answer(this.#expected, missing.slice(0, MAX_NAMED));
  }
}
