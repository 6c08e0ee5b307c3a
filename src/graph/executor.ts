import type { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';
import type { Timer } from './timer.js';

/** What an executor is, for reports. */
export interface ExecutorDescription {
  /** What its user calls it. */
  readonly name: string;
  /** Name of the policy, e.g. `single`. */
  readonly policy: string;
  readonly threads: number;
  /** Whether a callback keeps its thread while it waits for a response. */
  readonly blocking: boolean;
}

/** What an executor knows of one of its entities, for reports. */
export interface ScheduledEntity {
  /** Bigger is more urgent; undefined: the policy has no priorities. */
  readonly priority: number | undefined;
  /** Longest execution time in ns; Infinity: its distribution has no upper end. */
  readonly longest: number;
}

/**
 * Decides which ready callback of its nodes runs next, and when. The policies live in the room
 * `executors`; the graph only tells what became ready.
 */
export interface Executor {
  /** Name of the policy, e.g. `events`. */
  readonly name: string;
  /** A message, request, response or trigger arrived for this entity; called once per arrival. */
  notify(entity: Waitable): void;
  /** The timer belongs to this executor from now on. */
  addTimer(timer: Timer): void;
  removeTimer(timer: Timer): void;
  /**
   * The entity, no timer, belongs to this executor from now on. An executor whose order depends on
   * the order of registration wants to know.
   */
  add?(entity: Waitable): void;
  remove?(entity: Waitable): void;
  /** The node has crashed: what its running callbacks have not sent will never leave. */
  abandon?(node: GraphNode): void;
  /** Callbacks of the engine (`setTimeout`) wait here for a thread, as all others do. */
  readonly runsUserTimers?: boolean;
  /** Absent: one thread, and callbacks take no time. */
  describe?(): ExecutorDescription;
  describeEntity?(entity: Waitable): ScheduledEntity;
}
