import type { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';
import type { Timer } from './timer.js';

/** An executor as described in reports. */
export interface ExecutorDescription {
  /** The name that its user gave it. */
  readonly name: string;
  /** Name of the policy, e.g. `single`. */
  readonly policy: string;
  readonly threads: number;
  /** Whether a callback keeps its thread while it waits for a response. */
  readonly blocking: boolean;
}

/** What an executor knows about one of its entities, for reports. Times are in ns. */
export interface ScheduledEntity {
  /** A higher number is more urgent; undefined: the policy has no priorities. */
  readonly priority: number | undefined;
  /** Longest execution time; Infinity if its distribution is unbounded. */
  readonly longest: number;
}

/**
 * Decides which ready callback of its nodes runs next, and when. The policies are in room `executors`; the graph
 * only announces what became ready.
 */
export interface Executor {
  /** Name of the policy, e.g. `events`. */
  readonly name: string;
  /** A message, request, response or trigger arrived for this entity; called once per arrival. */
  notify(entity: Waitable): void;
  /** From now on, the timer belongs to this executor. */
  addTimer(timer: Timer): void;
  removeTimer(timer: Timer): void;
  /**
   * From now on, the entity, which is not a timer, belongs to this executor. For executors whose
   * order depends on the order of registration.
   */
  add?(entity: Waitable): void;
  remove?(entity: Waitable): void;
  /** The node has crashed: discards whatever its running callbacks have not sent yet. */
  abandon?(node: GraphNode): void;
  /** Callbacks of the engine (`setTimeout`) wait here for a thread, like all others. */
  readonly runsUserTimers?: boolean;
  /** Describes the executor; one without this method has one thread, and its callbacks take no time. */
  describe?(): ExecutorDescription;
  /** Without this method, but with {@link describe}, its callbacks may take any time. */
  describeEntity?(entity: Waitable): ScheduledEntity;
}
