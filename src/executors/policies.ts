import type { Graph, Waitable } from '../graph/index.js';
import type { WaitKind } from './member.js';
import { WaitSetExecutor, type WaitSetOptions, type WaitSetPolicy } from './wait_set_executor.js';

/** The distributions whose executors differ: up to Iron, and from Jazzy on. */
export type ExecutorEra = 'humble' | 'jazzy';

const TIMERS_FIRST: readonly WaitKind[] = ['T', 'S', 'V', 'C', 'W'];

function common(era: ExecutorEra): Omit<WaitSetPolicy, 'name' | 'kinds'> {
  const humble = era === 'humble';
  return {
    lazyWaitables: !humble,
    keepsBusy: humble,
    collectsAlways: humble,
    recheckTimers: false,
    freshWait: false,
    wakesOnRelease: 'never',
    keepsLeftOver: humble,
  };
}

/** rclcpp's `SingleThreadedExecutor`: one snapshot after another, timers first. */
export function singleThreaded(
  graph: Graph,
  era: ExecutorEra,
  options: WaitSetOptions = {},
): WaitSetExecutor {
  return new WaitSetExecutor(
    graph,
    1,
    { ...common(era), name: 'single', kinds: TIMERS_FIRST },
    options,
  );
}

/**
 * rclcpp's `StaticSingleThreadedExecutor`. Humble: everything that is ready, subscriptions first.
 * Jazzy: a new wait after every callback, which makes the order a strict priority.
 */
export function staticSingleThreaded(
  graph: Graph,
  era: ExecutorEra,
  options: WaitSetOptions = {},
): WaitSetExecutor {
  const policy: WaitSetPolicy =
    era === 'humble'
      ? {
          ...common(era),
          name: 'static',
          kinds: ['S', 'T', 'V', 'C', 'W'],
          recheckTimers: true,
        }
      : { ...common(era), name: 'static', kinds: ['S', 'T', 'C', 'V', 'W'], freshWait: true };
  return new WaitSetExecutor(graph, 1, policy, options);
}

/** rclcpp's `MultiThreadedExecutor` with this many threads. */
export function multiThreaded(
  graph: Graph,
  era: ExecutorEra,
  threads: number,
  options: WaitSetOptions = {},
): WaitSetExecutor {
  const policy: WaitSetPolicy = {
    ...common(era),
    name: `multi:${threads}`,
    kinds: TIMERS_FIRST,
    wakesOnRelease: era === 'humble' ? 'always' : 'mutually_exclusive',
  };
  return new WaitSetExecutor(graph, threads, policy, options);
}

/**
 * Non-preemptive fixed priority, evaluated afresh at every decision, as in PiCAS (Choi, Xiang, Kim,
 * RTAS 2021). At equal priority: timers, subscriptions, services, clients, waitables.
 * @param priority - of an entity; higher is more urgent
 */
export function priorityBased(
  graph: Graph,
  era: ExecutorEra,
  priority: (entity: Waitable) => number,
  options: WaitSetOptions = {},
): WaitSetExecutor {
  const policy: WaitSetPolicy = {
    ...common(era),
    name: 'priority',
    kinds: TIMERS_FIRST,
    freshWait: true,
    priority,
  };
  return new WaitSetExecutor(graph, 1, policy, options);
}
