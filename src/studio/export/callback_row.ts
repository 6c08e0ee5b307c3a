import type { PlacedCallback } from '../../analysis/index.js';

/** A callback as exported to other programs; times in ns since the start of the run. */
export interface CallbackRow {
  readonly number: number;
  readonly node: string;
  readonly kind: string;
  readonly name: string;
  readonly executor: string | null;
  readonly thread: number;
  readonly start_ns: number;
  readonly duration_ns: number;
  readonly waited_ns: number;
  /** Number of the callback that caused it; 0: none. */
  readonly cause: number;
  /** Inputs that were overwritten since the entity's previous callback. */
  readonly overwritten: number;
  /** Number of messages, requests and responses that it sent. */
  readonly outputs: number;
}

export function callbackRow({ entity, fields, start }: PlacedCallback): CallbackRow {
  return {
    number: fields.number,
    node: entity.node,
    kind: entity.kind,
    name: entity.name,
    executor: entity.executor,
    thread: fields.thread,
    start_ns: start,
    duration_ns: fields.duration,
    waited_ns: fields.waited,
    cause: fields.cause,
    overwritten: fields.overwritten,
    outputs: fields.outputs,
  };
}
