import type { SystemModels } from './system_models.js';

/** Several models as one: lists one after the other, of single settings the last. */
export function mergeModels(all: readonly SystemModels[]): SystemModels {
  return all.reduce((before, models) => {
    const rules = [...(before.discovery?.rules ?? []), ...(models.discovery?.rules ?? [])];
    const lists = {
      executors: joined(before.executors, models.executors),
      callback_groups: joined(before.callback_groups, models.callback_groups),
      execution_times: joined(before.execution_times, models.execution_times),
      links: joined(before.links, models.links),
      faults: joined(before.faults, models.faults),
      machines: { ...before.machines, ...models.machines },
      topic_delays: { ...before.topic_delays, ...models.topic_delays },
      discovery: { rules },
    };
    const given = Object.entries(lists).filter(
      ([name]) => before[name as keyof SystemModels] ?? models[name as keyof SystemModels],
    );
    return { ...before, ...models, ...Object.fromEntries(given) };
  }, {});
}

function joined<T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] {
  return [...a, ...b];
}
