import type { ConfigNode, ConfigReader, Read } from '../../models/index.js';

/** A trigger as in the file, in the names that the node itself uses. */
export type WrittenTrigger =
  | { readonly type: 'topic'; readonly name: string }
  | { readonly type: 'timer'; readonly period: number }
  | {
      readonly type: 'approximate_time_sync';
      readonly input_topics: readonly string[];
      readonly slop: number;
      readonly queue_size: number;
    };

export interface WrittenCallback {
  readonly name?: string;
  readonly trigger: WrittenTrigger;
  readonly outputs: readonly string[];
  readonly service_calls?: readonly string[];
  readonly changes_dataprovider_state?: boolean;
  readonly may_cause_reconfiguration?: boolean;
}

export interface WrittenNode {
  readonly name: string;
  readonly priority?: number;
  readonly callbacks: readonly WrittenCallback[];
  readonly services?: readonly string[];
}

/** ns; larger numbers are not exact. */
const LONGEST_PERIOD = Number.MAX_SAFE_INTEGER;

/** Reads ros2_def's configuration of a node: its callbacks, and what each of them sends. */
export function nodeReader(reader: ConfigReader): Read<WrittenNode> {
  const texts = reader.list(reader.text);
  const read = reader.object<WrittenNode>(
    {
      name: reader.text,
      priority: reader.number(-1e9, 1e9),
      callbacks: reader.list(
        reader.object<WrittenCallback>(
          {
            name: reader.text,
            trigger: triggerReader(reader),
            outputs: texts,
            service_calls: texts,
            changes_dataprovider_state: reader.flag,
            may_cause_reconfiguration: reader.flag,
          },
          ['trigger', 'outputs'],
        ),
      ),
      services: texts,
    },
    ['name', 'callbacks'],
  );
  return (node) => {
    const written = read(node);
    if (written !== undefined) checkCallbacks(reader, node, written);
    return written;
  };
}

function triggerReader(reader: ConfigReader): Read<WrittenTrigger> {
  const topic = reader.object<{ type: string; name: string }>(
    { type: reader.text, name: reader.text },
    ['name'],
  );
  const timer = reader.object<{ type: string; period: number }>(
    { type: reader.text, period: reader.number(1, LONGEST_PERIOD, true) },
    ['period'],
  );
  const filter = reader.object<Extract<WrittenTrigger, { type: 'approximate_time_sync' }>>(
    {
      type: reader.choice('approximate_time_sync'),
      input_topics: reader.list(reader.text),
      slop: reader.number(0, 1e6),
      queue_size: reader.number(1, 10_000, true),
    },
    ['input_topics', 'slop', 'queue_size'],
  );
  const kind = reader.choice('topic', 'timer', 'approximate_time_sync');
  return (node) => {
    if (node.entries === undefined) {
      const name = reader.text(node);
      return name === undefined ? undefined : { type: 'topic', name };
    }
    const type = node.entries.get('type');
    if (type === undefined) return reader.refuse(node, '"type" is missing.');
    switch (kind(type)) {
      case 'topic': {
        const value = topic(node);
        return value && { type: 'topic', name: value.name };
      }
      case 'timer': {
        const value = timer(node);
        return value && { type: 'timer', period: value.period };
      }
      case 'approximate_time_sync': {
        const value = filter(node);
        if (value === undefined || new Set(value.input_topics).size >= 2) return value;
        return reader.refuse(node, 'A filter needs two topics or more.');
      }
      default:
        return undefined;
    }
  };
}

/** The topics that start a callback. */
export function topicsOf(trigger: WrittenTrigger): readonly string[] {
  if (trigger.type === 'topic') return [trigger.name];
  return trigger.type === 'timer' ? [] : trigger.input_topics;
}

/** Refuses callbacks that the model cannot distinguish. */
function checkCallbacks(reader: ConfigReader, node: ConfigNode, { callbacks }: WrittenNode): void {
  const places = node.entries!.get('callbacks')!.items!;
  const heard = new Set<string>();
  const sent = new Set(callbacks.flatMap(({ outputs }) => outputs.map(absolute)));
  const periods = new Set<number>();
  const sentByTimers = new Set<string>();
  for (const [at, { trigger, outputs }] of callbacks.entries()) {
    const place = places[at] ?? node;
    for (const topic of topicsOf(trigger).map(absolute)) {
      if (heard.has(topic)) reader.refuse(place, `${topic} starts two callbacks of this node.`);
      if (sent.has(topic)) reader.refuse(place, `${topic} is input and output of this node.`);
      heard.add(topic);
    }
    if (trigger.type !== 'timer') continue;
    const { period } = trigger;
    if (periods.has(period)) reader.refuse(place, `Two timers have a period of ${period} ns.`);
    periods.add(period);
    for (const topic of new Set(outputs.map(absolute))) {
      if (sentByTimers.has(topic)) reader.refuse(place, `Two timers of this node send ${topic}.`);
      sentByTimers.add(topic);
    }
  }
}

/** The absolute name of a topic or service. */
export function absolute(name: string): string {
  return name.startsWith('/') ? name : `/${name}`;
}
