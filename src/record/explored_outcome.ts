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

/** The callbacks of each node in their order. Plain data, small enough for long runs. */
export interface NodeInputs {
  /** What callbacks are called, see {@link NodeInputs.nodes}. */
  readonly names: readonly string[];
  /** By full name: when each callback ran, in ns, and the index of what it is called. */
  readonly nodes: Readonly<
    Record<string, { readonly at: readonly number[]; readonly what: readonly number[] }>
  >;
}

/** What a run that follows a schedule decided, and what its nodes did. */
export interface ExploredOutcome extends ScheduleReport {
  readonly outputs: readonly OutputDigest[];
  /** By full name: the states of nodes with a `simulationState()` at the end, as JSON. */
  readonly states: Readonly<Record<string, string>>;
  /** Where the code of callbacks stands that say so (those in Python), by their label. */
  readonly places: Readonly<Record<string, string>>;
  /** Whether anything has drawn random numbers, or may have. */
  readonly isRandom: boolean;
  /** Only when they were asked for. */
  readonly inputs?: NodeInputs;
}
