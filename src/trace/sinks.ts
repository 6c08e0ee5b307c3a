import type { EntityKind, FaultEvent, GraphNode, Publisher, Waitable } from '../graph/index.js';

/** Takes all publications; implemented by the recorder. */
export interface MessageSink {
  /**
   * A message of this publisher in CDR. `bytes` is valid only during the call.
   * @param sequence - number of the publication at its publisher, from 1
   */
  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void;
}

/** One callback of the run. */
export interface CallbackRecord {
  /** Counts callbacks from 1, in the order in which they ran. */
  number: number;
  entity: Waitable;
  /** Virtual time at its start, in ns since the start of the run. */
  time: number;
  /** Number of the callback that triggered it; 0: none. */
  cause: number;
  /** Digest of the message, request or response that it received; 0: none. */
  input: number;
  /** Messages, requests and responses it sent. */
  outputs: number;
  /** Digest of their contents in order; 0: none. */
  output: number;
  /** Virtual thread of its executor. */
  thread: number;
  /** Virtual time it took, in ns. */
  duration: number;
  /** Inputs of its entity that were overwritten since the entity's previous callback. */
  overwritten: number;
  /** How long its input, or its due timer, had waited when it started, in ns. */
  waited: number;
  /** The publisher of its input message; undefined: it has none. */
  publisher: Publisher | undefined;
  /** Number of that message at its publisher; 0: no message. */
  sequence: number;
  /** The time of that message from publication to arrival, in ns. */
  travelled: number;
  /** Digest of the state that its node exposes after it; 0 if it exposes none. */
  state: number;
  /**
   * Messages that it published before it returned; the number of valid entries in the two lists.
   */
  published: number;
  /** The publisher of each message in order; `sequences` has its number at that publisher. */
  readonly publishers: Publisher[];
  readonly sequences: number[];
}

/**
 * Receives callbacks as they end; implemented by the trace. The record is reused: do not keep it.
 */
export interface CallbackSink {
  callback(record: CallbackRecord): void;
}

/**
 * A publication that no {@link CallbackRecord} mentions, because it left outside of callbacks or
 * after its callback had returned. The record is reused: do not keep it.
 */
export interface PublicationRecord {
  publisher: Publisher;
  /** Number of the publication at its publisher, from 1. */
  sequence: number;
  /** Number of the callback that published it; 0: none. */
  cause: number;
  /** The entity of that callback. */
  by: Waitable | undefined;
  /** What is known about that callback; undefined if it has already ended. */
  callback: CallbackRecord | undefined;
}

/** Receives such publications as they leave; implemented by the trace. */
export interface PublicationSink {
  publication(record: PublicationRecord): void;
}

/** Receives the faults that were injected. */
export interface FaultSink {
  fault(fault: FaultEvent): void;
}

/** The name of an entity in digests and traces, e.g. `/robot/filter subscription /scan`. */
export function entityName(node: GraphNode, kind: EntityKind, name: string): string {
  return `${node.fullName} ${kind} ${name}`;
}
