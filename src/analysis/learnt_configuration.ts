import type { LearntCallback, LearntNode } from './learn_callbacks.js';

/** Files of a configuration of ros2_def, by name, and what they cannot say. */
export interface LearntConfiguration {
  readonly files: Readonly<Record<string, unknown>>;
  /** What is left out because ros2_def has no words for it. */
  readonly notes: readonly string[];
}

/** The file that names all other files. */
export const LEARNT_LAUNCH_CONFIG = 'learnt_launch_config.json';

/**
 * Writes what was learnt as ros2_def's files, with each output as often as it was sent at most. If the run was too
 * short to show all callbacks of a node, its file is not complete.
 */
export function learntConfiguration(nodes: readonly LearntNode[]): LearntConfiguration {
  const notes: string[] = [];
  const files: Record<string, unknown> = {};
  const entries: Record<string, { config_file: string }> = {};
  for (const node of nodes) {
    const own = node.name.slice(1);
    const file = `${own.replaceAll('/', '_')}_node_config.json`;
    files[file] = {
      name: own,
      callbacks: callbacksOf(node, notes),
      ...(node.services.length === 0 ? {} : { services: node.services }),
    };
    entries[own] = { config_file: file };
  }
  return { files: { ...files, [LEARNT_LAUNCH_CONFIG]: { nodes: entries } }, notes };
}

function callbacksOf({ name, callbacks }: LearntNode, notes: string[]): unknown[] {
  const heard = new Set(callbacks.flatMap(({ topic }) => topic ?? []));
  const ofTimers = new Set<string>();
  return callbacks.map((callback) => {
    const kept = callback.outputs.filter(({ topic }) => {
      const isOwn = heard.has(topic);
      if (isOwn)
        notes.push(
          `${name} publishes on ${topic}, to which it also subscribes; that output is left out.`,
        );
      const isShared = callback.topic === undefined && ofTimers.has(topic);
      if (isShared)
        notes.push(`Two timers of ${name} publish on ${topic}; the second is left out.`);
      if (callback.topic === undefined) ofTimers.add(topic);
      return !isOwn && !isShared;
    });
    return {
      trigger: triggerOf(callback),
      outputs: kept.flatMap(({ topic, most }) => Array.from({ length: most }, () => topic)),
      ...(callback.services.length === 0 ? {} : { service_calls: callback.services }),
    };
  });
}

function triggerOf({ topic, period }: LearntCallback): unknown {
  return topic === undefined ? { type: 'timer', period } : topic;
}
