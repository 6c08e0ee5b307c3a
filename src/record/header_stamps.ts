import type { Publisher } from '../graph/index.js';
import type { ZeroStampReport } from './graph_report.js';

/** Where the stamp of a header that comes first in a message begins and ends. */
const STAMP_START = 4;
const STAMP_END = 12;

interface Counter {
  readonly topic: string;
  readonly node: string;
  count: number;
  total: number;
}

/** Counts the messages whose header was never stamped. */
export class HeaderStamps {
  /** Undefined for publishers of messages without a header. */
  readonly #counters = new WeakMap<Publisher, Counter | undefined>();
  /** By topic and node, whose publishers may come and go. */
  readonly #seen = new Map<string, Counter>();

  /** Whether its messages begin with a header. */
  static reads({ type }: Publisher): boolean {
    return type.members[0]?.nested?.name === 'std_msgs/msg/Header';
  }

  /** @param bytes - the message in CDR */
  message(publisher: Publisher, bytes: Uint8Array): void {
    const counter = this.#counterOf(publisher);
    // At the start of a run, a stamp may be zero.
    if (counter === undefined || publisher.node.graph.kernel.now === 0) return;
    counter.total++;
    for (let i = STAMP_START; i < STAMP_END; i++) if (bytes[i] !== 0) return;
    counter.count++;
  }

  #counterOf(publisher: Publisher): Counter | undefined {
    if (this.#counters.has(publisher)) return this.#counters.get(publisher);
    const { name: topic } = publisher;
    let counter: Counter | undefined;
    if (HeaderStamps.reads(publisher)) {
      const node = publisher.node.fullName;
      const key = `${topic} ${node}`;
      counter = this.#seen.get(key) ?? { topic, node, count: 0, total: 0 };
      this.#seen.set(key, counter);
    }
    this.#counters.set(publisher, counter);
    return counter;
  }

  report(): ZeroStampReport[] {
    return [...this.#seen.values()].filter(({ count }) => count > 0);
  }
}
