import type { ScheduleReport } from '../schedule/index.js';

/** What one node sent on one topic, condensed. */
export interface OutputDigest {
  readonly node: string;
  readonly topic: string;
  readonly messages: number;
  /** Times and contents of all messages, in order. */
  readonly all: string;
  /** Time and content of the last message of each instant, which is what remains for others. */
  readonly settled: string;
  /** Content of the last message of the run. */
  readonly final: string;
}

/** The callbacks of each node in order. Plain data, compact enough for long runs. */
export interface NodeInputs {
  /** The names of callbacks, see {@link NodeInputs.nodes}. */
  readonly names: readonly string[];
  /** By full name. */
  readonly nodes: Readonly<Record<string, HandledInputs>>;
}

/** The callbacks of one node. */
export interface HandledInputs {
  /** When each ran, in ns. */
  readonly at: readonly number[];
  /** The index of its name. */
  readonly what: readonly number[];
  /** The number of its message at its publisher, from 1; 0: it is not that of a message. */
  readonly number: readonly number[];
}

/** What a run that follows a schedule decided, and what its nodes did. */
export interface ExploredOutcome extends ScheduleReport {
  readonly outputs: readonly OutputDigest[];
  /** By full name: the states of nodes with a `simulationState()` at the end, as JSON. */
  readonly states: Readonly<Record<string, string>>;
  /** The source locations of callbacks for which they are known (those in Python), by label. */
  readonly places: Readonly<Record<string, string>>;
  /** Whether anything drew random numbers, or may have done so. */
  readonly isRandom: boolean;
  /** Present only on request. */
  readonly inputs?: NodeInputs;
}
