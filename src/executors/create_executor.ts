import type { Graph, Waitable } from '../graph/index.js';
import { type ExecutionTimes, type ExecutorPolicy, matchesName } from '../models/index.js';
import type { OrderInKind } from './order_in_kind.js';
import {
  type ExecutorEra,
  multiThreaded,
  priorityBased,
  singleThreaded,
  staticSingleThreaded,
} from './policies.js';
import { RclcExecutor } from './rclc.js';
import { TimedEventsExecutor } from './timed_events_executor.js';
import type { VirtualThreads } from './virtual_threads.js';
import { WaitSetLoopExecutor } from './wait_set_loop.js';

const ORDERS: Readonly<Record<NonNullable<ExecutorPolicy['order_in_kind']>, OrderInKind>> = {
  registration: { policy: 'registration' },
  reverse: { policy: 'reverse' },
  seeded_shuffle: { policy: 'seededShuffle' },
  libstdcxx: { policy: 'libstdcxx' },
};

/** The executor that a policy describes; `label` names it in timings and random streams. */
export function createExecutor(
  graph: Graph,
  era: ExecutorEra,
  policy: ExecutorPolicy,
  label: string,
  times: ExecutionTimes,
): VirtualThreads {
  const common = {
    label,
    times,
    intraProcess: policy.intra_process ?? false,
    blocking: policy.blocking_calls ?? false,
  };
  const order = policy.order_in_kind;
  const waiting = { ...common, ...(order === undefined ? {} : { orderInKind: ORDERS[order] }) };
  switch (policy.policy) {
    case 'events':
      return new TimedEventsExecutor(graph, {
        ...common,
        separateTimerThread: policy.separate_timer_thread ?? false,
      });
    case 'single':
      return singleThreaded(graph, era, waiting);
    case 'static':
      return staticSingleThreaded(graph, era, waiting);
    case 'multi':
      return multiThreaded(graph, era, policy.threads ?? 2, waiting);
    case 'priority':
      return priorityBased(graph, era, priorityOf(policy), waiting);
    case 'rclc':
      return new RclcExecutor(graph, { ...common, ...policy });
    case 'wait_set':
      return new WaitSetLoopExecutor(graph, policy.loop ?? drainAll, common);
  }
}

/** Everything that is ready, in the order in which it was added, until nothing is left. */
function drainAll(ready: readonly Waitable[]) {
  return ready.map((entity) => ({ entity, times: Number.POSITIVE_INFINITY }));
}

function priorityOf({ priorities = [] }: ExecutorPolicy): (entity: Waitable) => number {
  const known = new WeakMap<Waitable, number>();
  return (entity) => {
    let priority = known.get(entity);
    if (priority === undefined) {
      const rule = priorities.find(
        ({ node = '*', callback }) =>
          matchesName(node, entity.node.fullName) && matchesName(callback, entity.name),
      );
      priority = rule?.priority ?? 0;
      known.set(entity, priority);
    }
    return priority;
  };
}
