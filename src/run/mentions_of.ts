import type { SystemModels } from '../models/index.js';

/** What a name in a model can refer to. */
export type NamedKind = 'node' | 'topic or service' | 'service' | 'callback';

/** A name, or pattern of names, mentioned by a model. */
export interface Mention {
  readonly kind: NamedKind;
  readonly pattern: string;
  /** The section of the models, or the option, that mentions it. */
  readonly where: string;
}

/** A part of a model in which nodes, topics and callbacks can be named. */
interface Naming {
  readonly node?: string;
  readonly nodes?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly topic?: string;
  readonly service?: string;
  readonly callback?: string;
  readonly callbacks?: readonly string[];
}

/** Every name that the models mention, once per section. */
export function mentionsOf(models: SystemModels): Mention[] {
  const found = new Map<string, Mention>();
  const add = (where: string, kind: NamedKind, names: readonly (string | undefined)[]) => {
    for (const pattern of names) {
      if (pattern === undefined) continue;
      found.set(JSON.stringify([where, kind, pattern]), { kind, pattern, where });
    }
  };
  const read = (where: string, parts: readonly Naming[] = []) => {
    for (const part of parts) {
      add(where, 'node', [part.node, ...(part.nodes ?? []), part.from, part.to]);
      add(where, 'topic or service', [part.topic]);
      add(where, 'service', [part.service]);
      add(where, 'callback', [part.callback, ...(part.callbacks ?? [])]);
    }
  };
  const { executors = [] } = models;
  read('executors', executors);
  for (const { priorities } of executors) read('executors', priorities);
  read('callback_groups', models.callback_groups);
  read('execution_times', models.execution_times);
  read('machines', Object.values(models.machines ?? {}));
  read('links', models.links);
  read('faults', models.faults);
  read('discovery', models.discovery?.rules);
  read('waits_inside', models.waits_inside);
  add('topic_delays or --delays', 'topic or service', Object.keys(models.topic_delays ?? {}));
  return [...found.values()];
}
