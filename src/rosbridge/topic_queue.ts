import { MAX_QUEUED_MESSAGES } from './limits.js';

/** How a client wants to get the messages of a topic. */
export interface Pace {
  /** The least time between two messages, in ms. */
  readonly throttleRate: number;
  /** How many messages wait in the meantime; 0: those in between are dropped. */
  readonly queueLength: number;
  /** The most characters of one part; 0: messages are sent whole. */
  readonly fragmentSize: number;
}

/** The messages of one topic on their way to one client. */
export class TopicQueue<Data> {
  #pace: Pace = { throttleRate: 0, queueLength: 0, fragmentSize: 0 };
  #last = Number.NEGATIVE_INFINITY;
  #waiting: Data[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The client's subscriptions to the topic, by id. */
  readonly #paces = new Map<string, Pace>();

  constructor(readonly send: (data: Data, fragmentSize: number) => void) {}

  get isEmpty(): boolean {
    return this.#paces.size === 0;
  }

  /** The fastest of the client's subscriptions decides. */
  add(id: string, pace: Pace): void {
    this.#paces.set(id, pace);
    this.#decide();
  }

  /** @param id - undefined: all */
  remove(id: string | undefined): void {
    if (id === undefined) this.#paces.clear();
    else this.#paces.delete(id);
    if (this.isEmpty) this.close();
    else this.#decide();
  }

  #decide(): void {
    const paces = [...this.#paces.values()];
    const longest = Math.max(...paces.map(({ queueLength }) => queueLength));
    const sizes = paces.map(({ fragmentSize }) => fragmentSize).filter((size) => size > 0);
    this.#pace = {
      throttleRate: Math.min(...paces.map(({ throttleRate }) => throttleRate)),
      queueLength: Math.min(MAX_QUEUED_MESSAGES, longest),
      fragmentSize: sizes.length === 0 ? 0 : Math.min(...sizes),
    };
  }

  offer(data: Data): void {
    const { throttleRate, queueLength } = this.#pace;
    const left = this.#last + throttleRate - performance.now();
    if (left <= 0 && this.#waiting.length === 0) {
      this.#last = performance.now();
      this.send(data, this.#pace.fragmentSize);
    } else if (queueLength > 0) {
      this.#waiting.push(data);
      if (this.#waiting.length > queueLength) this.#waiting.shift();
      this.#timer ??= setTimeout(() => this.#next(), Math.max(0, left));
    }
  }

  #next(): void {
    this.#timer = undefined;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#last = performance.now();
    this.send(next, this.#pace.fragmentSize);
    if (this.#waiting.length > 0) {
      this.#timer = setTimeout(() => this.#next(), this.#pace.throttleRate);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}
