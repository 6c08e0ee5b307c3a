import type { Publisher as GraphPublisher } from '../../graph/index.js';

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

const publishers = new Map<string, GraphPublisher>();
const children = new Map<string, { readonly parent: string; count: number }>();

/** What the logger of this name says is published with this publisher. */
export function addRosout(loggerName: string, publisher: GraphPublisher): void {
  publishers.set(loggerName, publisher);
}

/** Takes back {@link addRosout}; children of the logger fall silent too. */
export function removeRosout(loggerName: string, publisher: GraphPublisher): void {
  if (publishers.get(loggerName) === publisher) publishers.delete(loggerName);
}

/** What the child logger says goes where its parent's records go. False if the parent's go nowhere. */
export function addRosoutChild(parent: string, child: string): boolean {
  if (publisherOf(parent) === undefined) return false;
  const entry = children.get(child);
  if (entry === undefined) children.set(child, { parent, count: 1 });
  else entry.count++;
  return true;
}

/** Takes back one {@link addRosoutChild}. */
export function removeRosoutChild(child: string): void {
  const entry = children.get(child);
  if (entry !== undefined && --entry.count === 0) children.delete(child);
}

/** Publishes a record if a node stands behind its logger. */
export function publishRosout(record: LogRecord): void {
  publisherOf(record.name)?.publish(record);
}

function publisherOf(loggerName: string): GraphPublisher | undefined {
  for (let name: string | undefined = loggerName; name !== undefined; ) {
    const publisher = publishers.get(name);
    if (publisher !== undefined) return publisher;
    name = children.get(name)?.parent;
  }
  return undefined;
}
