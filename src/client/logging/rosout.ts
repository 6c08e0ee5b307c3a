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

/** Finds the publishers for the loggers of a world. */
class Rosout {
  readonly #publishers = new Map<string, GraphPublisher>();
  readonly #children = new Map<string, { readonly parent: string; count: number }>();

  /** Uses this publisher for the messages of the logger with this name. */
  add(loggerName: string, publisher: GraphPublisher): void {
    this.#publishers.set(loggerName, publisher);
  }

  /** Reverts {@link add}, also for children of the logger. */
  remove(loggerName: string, publisher: GraphPublisher): void {
    if (this.#publishers.get(loggerName) === publisher) this.#publishers.delete(loggerName);
  }

  /**
   * Sends the records of the child logger where its parent's go. False if the parent has no
   * publisher.
   */
  addChild(parent: string, child: string): boolean {
    if (this.#publisherOf(parent) === undefined) return false;
    const entry = this.#children.get(child);
    if (entry === undefined) this.#children.set(child, { parent, count: 1 });
    else entry.count++;
    return true;
  }

  /** Reverts one {@link addChild}. */
  removeChild(child: string): void {
    const entry = this.#children.get(child);
    if (entry !== undefined && --entry.count === 0) this.#children.delete(child);
  }

  /** Publishes a record if its logger belongs to a node. */
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
