import type { GraphNode } from '../../graph/index.js';
import { beginWait } from './open_waits.js';
import type { World } from './world.js';

/** The node that waits, and its world. */
interface Waiter {
  readonly handle: GraphNode;
  readonly world: World;
}

/**
 * Settles with true as soon as `condition` holds, which is checked whenever the graph changes,
 * or with false after `timeout` ms; an undefined or negative timeout waits forever.
 *
 * @param what - what is waited for, in messages
 */
export function waitForGraph(
  { handle, world }: Waiter,
  condition: () => boolean,
  timeout: number | undefined,
  what: string,
): Promise<boolean> {
  world.touch();
  if (condition()) return Promise.resolve(true);
  if (timeout === 0) return Promise.resolve(false);
  const { watchers } = world.graph;
  const forEver = timeout === undefined || timeout < 0;
  const ended = forEver ? beginWait(handle, what) : () => {};
  return new Promise((resolve) => {
    const finish = (outcome: boolean) => {
      watchers.delete(onChange);
      alarm?.destroy();
      ended();
      resolve(outcome);
    };
    const onChange = () => {
      if (condition()) finish(true);
    };
    const alarm = forEver ? undefined : world.schedule(timeout * 1e6, () => finish(condition()));
    watchers.add(onChange);
  });
}
