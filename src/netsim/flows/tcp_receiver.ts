import type { NetworkClock } from '../network_clock.js';

/** What a TCP receiver tells the sender. */
export interface TcpAcknowledgement {
  /** The next segment it expects. */
  readonly next: number;
  /** Later segments that have arrived: at most three ranges, `[first, after the last]`. */
  readonly ranges: readonly (readonly [number, number])[];
  /** When the acknowledged segment was sent (timestamps, RFC 7323). */
  readonly echo: number;
}

/** How long an acknowledgement waits for a second segment, in ns, as Linux does. */
const DELAYED_ACK = 40_000_000;
/** Ranges that fit into the options beside timestamps (RFC 2018). */
const MAX_RANGES = 3;

/** The receiving end of a TCP connection: acknowledges every second segment, and gaps at once. */
export class TcpReceiver {
  readonly #clock: NetworkClock;
  readonly #acknowledge: (acknowledgement: TcpAcknowledgement) => void;
  /** Segments beyond the next expected one. */
  readonly #beyond = new Set<number>();
  #next = 0;
  #unanswered = 0;
  #echo = 0;
  #delayed = 0;

  constructor(clock: NetworkClock, acknowledge: (ack: TcpAcknowledgement) => void) {
    this.#clock = clock;
    this.#acknowledge = acknowledge;
  }

  /** Takes a segment; returns whether it is new. */
  segment(number: number, sentAt: number): boolean {
    const isNew = number >= this.#next && !this.#beyond.has(number);
    const inOrder = number === this.#next && this.#beyond.size === 0;
    if (isNew) this.#beyond.add(number);
    while (this.#beyond.delete(this.#next)) this.#next++;
    // If one acknowledgement answers several segments, it echoes the time of the first (RFC 7323,
    // 4.3).
    if (this.#unanswered++ === 0) this.#echo = sentAt;
    if (inOrder && this.#unanswered < 2) this.#answerLater();
    else this.#answer();
    return isNew;
  }

  #answerLater(): void {
    const turn = ++this.#delayed;
    this.#clock.at(this.#clock.now + DELAYED_ACK, () => {
      if (this.#delayed === turn && this.#unanswered > 0) this.#answer();
    });
  }

  #answer(): void {
    this.#unanswered = 0;
    this.#delayed++;
    this.#acknowledge({ next: this.#next, ranges: this.#ranges(), echo: this.#echo });
  }

  #ranges(): (readonly [number, number])[] {
    const ranges: [number, number][] = [];
    if (this.#beyond.size === 0) return ranges;
    for (const number of [...this.#beyond].sort((a, b) => a - b)) {
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === number) last[1]++;
      else ranges.push([number, number + 1]);
    }
    // TCP names the newest first; which three are named matters little to the sender's scoreboard.
    return ranges.slice(-MAX_RANGES);
  }
}
