import type { Publisher as GraphPublisher } from '../../graph/index.js';
import { perGraph } from '../world/per_graph.js';

/** A record for `/rosout`, the fields of an `rcl_interfaces/msg/Log`. */
export interface LogRecord {
  stamp: { sec: number; nanosec: number };
  level: number;
  name: string;
  msg: string;
  file: string;
  function: string;
  line: number;
}

/** Who publishes what the loggers of a world say. */
class Rosout {
  readonly #publishers = new Map<string, GraphPublisher>();
  readonly #children = new Map<string, { readonly parent: string; count: number }>();

  /** What the logger of this name says is published with this publisher. */
  add(loggerName: string, publisher: GraphPublisher): void {
    this.#publishers.set(loggerName, publisher);
  }

  /** Takes back {@link add}; children of the logger fall silent too. */
  remove(loggerName: string, publisher: GraphPublisher): void {
    if (this.#publishers.get(loggerName) === publisher) this.#publishers.delete(loggerName);
  }

  /** What the child logger says goes where its parent's records go. False if the parent's go nowhere. */
  addChild(parent: string, child: string): boolean {
    if (this.#publisherOf(parent) === undefined) return false;
    const entry = this.#children.get(child);
    if (entry === undefined) this.#children.set(child, { parent, count: 1 });
    else entry.count++;
    return true;
  }

  /** Takes back one {@link addChild}. */
  removeChild(child: string): void {
    const entry = this.#children.get(child);
    if (entry !== undefined && --entry.count === 0) this.#children.delete(child);
  }

  /** Publishes a record if a node stands behind its logger. */
  publish(record: LogRecord): void {
    this.#publisherOf(record.name)?.publish(record);
  }

  #publisherOf(loggerName: string): GraphPublisher | undefined {
    for (let name: string | undefined = loggerName; name !== undefined; ) {
      const publisher = this.#publishers.get(name);
      if (publisher !== undefined) return publisher;
      name = this.#children.get(name)?.parent;
    }
    return undefined;
  }
}

export const rosoutOf = perGraph(() => new Rosout());
