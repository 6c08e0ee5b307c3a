import type { ExecutionTimes } from '../models/index.js';
import type { Member } from './member.js';

/** Options of every executor with virtual threads. */
export interface ThreadOptions {
  /** Name in timings and reports, e.g. `planner_container`. Default: the name of the policy. */
  readonly label?: string;
  /** How long callbacks take. Default: no time. */
  readonly times?: ExecutionTimes;
  /** Messages within the process bypass the middleware: subscriptions become waitables. */
  readonly intraProcess?: boolean;
  /**
   * A callback that returns a promise keeps its thread and its group until the promise settles,
   * like a blocking call in C++; calls that wait for each other are reported (`ORR_CALL_DEADLOCK`).
   * Default: it releases the thread at the end of its execution time.
   */
  readonly blocking?: boolean;
}

/** What runs next: the entity and, if its input was already sampled, how its callback is called. */
export interface Choice {
  readonly member: Member;
  readonly call?: () => boolean;
}

/** One call of `spin_once`, `spin_some` or `spin_all`, instead of spinning forever. */
export type SpinCall = 'once' | 'some' | 'all';
