import type { ExecutionTimes } from '../models/index.js';
import type { Member } from './member.js';

/** What every executor with virtual threads can be given. */
export interface ThreadOptions {
  /** Name in timings and reports, e.g. `planner_container`. Default: the name of the policy. */
  readonly label?: string;
  /** How long callbacks take. Default: no time at all. */
  readonly times?: ExecutionTimes;
  /** Messages within the process go past the middleware: subscriptions become waitables. */
  readonly intraProcess?: boolean;
  /**
   * A callback that returns a promise keeps its thread and its group until that is settled, as a
   * blocking call does in C++; calls that wait for each other are reported (`ORR_CALL_DEADLOCK`).
   * Default: it gives the thread back at the end of its execution time.
   */
  readonly blocking?: boolean;
}

/** What runs next: the entity and, where it was sampled before, how its callback is called. */
export interface Choice {
  readonly member: Member;
  readonly call?: () => boolean;
}

/** One call of `spin_once`, `spin_some` or `spin_all`, instead of spinning for ever. */
export type SpinCall = 'once' | 'some' | 'all';
