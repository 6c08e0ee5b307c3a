import type { ParameterValue } from '../parameters/index.js';

/** Anything with a `spin()`: a node of the client library. */
export interface JobNode {
  spin(): void;
}

/** What a job learns about its run when it is over. */
export interface JobContext {
  /** Parameters given to the job itself (`-p name:=value`). */
  readonly parameters: ReadonlyMap<string, ParameterValue['value']>;
}

/**
 * A complete system to simulate (like rslcpp's `Job`): its nodes, its start and end, and its results. A file whose
 * default export is a job can be given to `orrery run`.
 */
export interface Job {
  /** What the clock reads at the start, in ns since the epoch; overrides the command line. */
  readonly initialTime?: bigint;
  /** Ends the job after this many seconds of virtual time, by a simulation monitor node. */
  timeoutSeconds?(context: JobContext): number | undefined;
  /**
   * Creates the nodes; meanwhile the clock reads 0. They are attached to the executor in the order returned; then
   * the clock jumps to the initial time.
   */
  nodes(context: JobContext): Iterable<JobNode> | Promise<Iterable<JobNode>>;
  /** Called between instants; true ends the run. */
  finished?(): boolean;
  /** Exit code of the run if it ended by itself. Default: 0. */
  exitCode?(): number;
  /** Figures to show when the run is over. */
  results?(): Readonly<Record<string, string | number>>;
}

/** Declares a job with its types checked; returns it unchanged. */
export function defineJob(job: Job): Job {
  return job;
}

export function isJob(value: unknown): value is Job {
  return typeof value === 'object' && value !== null && 'nodes' in value && isFunction(value.nodes);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
