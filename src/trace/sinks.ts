import type { EntityKind, FaultEvent, GraphNode, Publisher, Waitable } from '../graph/index.js';

/** Takes what is published; the recorder. */
export interface MessageSink {
  /**
   * A message of this publisher in CDR. `bytes` is only lent.
   * @param sequence - number of the publication at its publisher, from 1
   */
  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void;
}

/** One callback of the run. */
export interface CallbackRecord {
  /** From 1, in the order in which they ran. */
  number: number;
  entity: Waitable;
  /** Virtual time at its start, in ns since the start of the run. */
  time: number;
  /** Number of the callback that triggered it; 0: none. */
  cause: number;
  /** Digest of the message, request or response it was given; 0: none. */
  input: number;
  /** Messages, requests and responses it sent. */
  outputs: number;
  /** Digest of their contents in order; 0: none. */
  output: number;
  /** Virtual thread of its executor. */
  thread: number;
  /** Virtual time it took, in ns. */
  duration: number;
  /** Inputs of its entity that were overwritten since the entity's callback before. */
  overwritten: number;
  /** How long its input, or its due timer, had waited for it to start, in ns. */
  waited: number;
  /** Who published the message it was given; undefined: it was given none. */
  publisher: Publisher | undefined;
  /** Number of that message at its publisher; 0: none. */
  sequence: number;
  /** How long that message was under way from publication to arrival, in ns. */
  travelled: number;
  /** Digest of what its node says of its state after it; 0: it says nothing. */
  state: number;
  /** Messages that it published before it returned; the entries of the two lists that count. */
  published: number;
  /** The publisher of each, in order, and its number at its publisher. */
  readonly publishers: Publisher[];
  readonly sequences: number[];
}

/** Takes the callbacks as they end; the trace. The record is reused: it is only lent. */
export interface CallbackSink {
  callback(record: CallbackRecord): void;
}

/**
 * A publication that no {@link CallbackRecord} mentions, because it left outside of callbacks or after
 * its callback had returned. The record is reused: it is only lent.
 */
export interface PublicationRecord {
  publisher: Publisher;
  /** Number of the publication at its publisher, from 1. */
  sequence: number;
  /** Number of the callback that published it; 0: none. */
  cause: number;
  /** The entity of that callback. */
  by: Waitable | undefined;
  /** What is known of that callback; undefined when it has ended before. */
  callback: CallbackRecord | undefined;
}

/** Takes those publications as they leave; the trace. */
export interface PublicationSink {
  publication(record: PublicationRecord): void;
}

/** Takes the faults that were injected. */
export interface FaultSink {
  fault(fault: FaultEvent): void;
}

/** How entities are named in digests and traces, e.g. `/robot/filter subscription /scan`. */
export function entityName(node: GraphNode, kind: EntityKind, name: string): string {
  return `${node.fullName} ${kind} ${name}`;
}
