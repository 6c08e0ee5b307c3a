/**
 * Room `executors`: scheduling policies. Which ready callback of a node runs next, and on which
 * (virtual) thread.
 *
 * May import: `errors`, `kernel`, `graph`, `models`.
 */
export { createExecutor } from './create_executor.js';
export { EventsExecutor } from './events_executor.js';
export type { OrderInKind } from './order_in_kind.js';
export { closedDeadlock } from './plan_deadlock_check.js';
export {
  type ExecutorEra,
  multiThreaded,
  singleThreaded,
  staticSingleThreaded,
} from './policies.js';
export type { RclcOptions, RclcTrigger } from './rclc.js';
export type { SpinCall, ThreadOptions } from './thread_options.js';
export { TimedEventsExecutor, type TimedEventsOptions } from './timed_events_executor.js';
export { unorderedMapOrder } from './unordered_map_order.js';
export { VirtualThreads } from './virtual_threads.js';
export type { WaitSetOptions, WaitSetPolicy } from './wait_set_executor.js';
export type { WaitSetLoop } from './wait_set_loop.js';
