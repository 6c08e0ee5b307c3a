import type { EntityKind, ExecutorDescription } from '../graph/index.js';

/** Topic and type of the single message in which a trace describes the system. */
export const SYSTEM_TOPIC = 'system';
export const SYSTEM_TYPE = 'orrery_msgs/msg/System';
export const SYSTEM_DEFINITION = 'string description\n';

/** An entity with callbacks. Times are in ns; null: none. */
export interface DescribedEntity {
  /** From 1; publications name the entity by it. */
  readonly id: number;
  readonly node: string;
  readonly kind: EntityKind;
  /** Topic, service, or e.g. `timer#3`. */
  readonly name: string;
  /** Name of its executor; null if its node was not attached to one. */
  readonly executor: string | null;
  readonly group: string;
  /** Whether callbacks of the group may run at the same time; traces of older versions do not say. */
  readonly reentrant?: boolean;
  /** Where its callback is defined, e.g. `talker.py:12 (tick)`, if the client library says so. */
  readonly place?: string;
  /** Its priority under a policy with priorities; higher is more urgent. */
  readonly priority: number | null;
  /** The longest execution time that its model allows; null without a model. */
  readonly longest: number | null;
  /** Period of a timer. */
  readonly period: number | null;
  /** Depth of a subscription with keep-last history. */
  readonly depth: number | null;
  /** Deadline in the QoS of a subscription. */
  readonly deadline: number | null;
  /** Inputs that were overwritten in total; `waiting` counts those left at the end. */
  readonly overwritten: number;
  readonly waiting: number;
}

export interface DescribedPublisher {
  /** From 1; callbacks name the publisher of their input by it. */
  readonly id: number;
  readonly node: string;
  readonly topic: string;
  readonly messages: number;
}

/** The system of a run when it ended, including what had been destroyed before. */
export interface SystemDescription {
  readonly format: 'orrery-system/1';
  /** Virtual time at the end, in ns since the start. */
  readonly end: number;
  readonly executors: readonly ExecutorDescription[];
  readonly entities: readonly DescribedEntity[];
  readonly publishers: readonly DescribedPublisher[];
}

/** The description in CDR. */
export function encodeSystem(system: SystemDescription): Uint8Array {
  const text = Buffer.from(JSON.stringify(system));
  const bytes = new Uint8Array(4 + 4 + text.length + 1);
  bytes[1] = 1; // XCDR1, little endian
  new DataView(bytes.buffer).setUint32(4, text.length + 1, true);
  bytes.set(text, 8);
  return bytes;
}

/** Reads what {@link encodeSystem} returns; undefined if the bytes are something else. */
export function decodeSystem(bytes: Uint8Array): SystemDescription | undefined {
  if (bytes.length < 9 || bytes[1] !== 1) return undefined;
  try {
    const text = Buffer.from(bytes.subarray(8, bytes.length - 1)).toString('utf8');
    const system = JSON.parse(text) as SystemDescription;
    return system.format === 'orrery-system/1' ? system : undefined;
  } catch {
    return undefined;
  }
}
