import type { SystemModels } from './system_models.js';

/** Merges several models: lists are joined; for single settings, the last one counts. */
export function mergeModels(all: readonly SystemModels[]): SystemModels {
  let merged: SystemModels = {};
  for (const models of all) merged = merge(merged, models);
  return merged;
}

function merge(a: SystemModels, b: SystemModels): SystemModels {
  const rules = [...(a.discovery?.rules ?? []), ...(b.discovery?.rules ?? [])];
  const joined: SystemModels = {
    executors: join(a.executors, b.executors),
    callback_groups: join(a.callback_groups, b.callback_groups),
    execution_times: join(a.execution_times, b.execution_times),
    links: join(a.links, b.links),
    faults: join(a.faults, b.faults),
    waits_inside: join(a.waits_inside, b.waits_inside),
    callback_ends: join(a.callback_ends, b.callback_ends),
    attach: join(a.attach, b.attach),
    machines: { ...a.machines, ...b.machines },
    topic_delays: { ...a.topic_delays, ...b.topic_delays },
    discovery: { rules },
    physics: { ...a.physics, ...b.physics, robots: { ...a.physics?.robots, ...b.physics?.robots } },
    network: { ...a.network, ...b.network, agents: { ...a.network?.agents, ...b.network?.agents } },
  };
  // Settings that no model has stay absent, because even an empty list of links is a model.
  const given = Object.entries(joined).filter(
    ([name]) => a[name as keyof SystemModels] ?? b[name as keyof SystemModels],
  );
  return { ...a, ...b, ...Object.fromEntries(given) };
}

function join<T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] {
  return [...a, ...b];
}
