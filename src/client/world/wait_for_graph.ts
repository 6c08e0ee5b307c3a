import type { World } from './world.js';

/**
 * Settles with true as soon as `condition` holds, which is checked whenever the graph changes,
 * or with false after `timeout` ms; an undefined or negative timeout waits forever.
 */
export function waitForGraph(
  world: World,
  condition: () => boolean,
  timeout: number | undefined,
): Promise<boolean> {
  world.touch();
  if (condition()) return Promise.resolve(true);
  if (timeout === 0) return Promise.resolve(false);
  const { watchers } = world.graph;
  return new Promise((resolve) => {
    const finish = (outcome: boolean) => {
      watchers.delete(onChange);
      alarm?.destroy();
      resolve(outcome);
    };
    const onChange = () => {
      if (condition()) finish(true);
    };
    const forEver = timeout === undefined || timeout < 0;
    const alarm = forEver ? undefined : world.schedule(timeout * 1e6, () => finish(condition()));
    watchers.add(onChange);
  });
}
