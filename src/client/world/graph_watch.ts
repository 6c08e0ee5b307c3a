import type { Graph } from '../../graph/index.js';
import type { World } from './world.js';

const listeners = new WeakMap<Graph, Set<() => void>>();

/** Tells everyone who waits for a change of the graph that there may be one. */
export function graphChanged(graph: Graph): void {
  const waiting = listeners.get(graph);
  if (waiting === undefined) return;
  for (const listener of [...waiting]) listener();
}

/**
 * Settles with true as soon as `condition` holds, which is looked at whenever the graph changes,
 * or with false after `timeout` ms; undefined or negative waits for ever.
 */
export function waitForGraph(
  world: World,
  condition: () => boolean,
  timeout: number | undefined,
): Promise<boolean> {
  world.touch();
  if (condition()) return Promise.resolve(true);
  if (timeout === 0) return Promise.resolve(false);
  const waiting = listeners.get(world.graph) ?? new Set();
  listeners.set(world.graph, waiting);
  return new Promise((resolve) => {
    const finish = (outcome: boolean) => {
      waiting.delete(onChange);
      alarm?.destroy();
      resolve(outcome);
    };
    const onChange = () => {
      if (condition()) finish(true);
    };
    const forEver = timeout === undefined || timeout < 0;
    const alarm = forEver ? undefined : world.schedule(timeout * 1e6, () => finish(condition()));
    waiting.add(onChange);
  });
}
