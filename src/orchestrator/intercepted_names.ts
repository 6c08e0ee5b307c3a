/** The names with which ros2_def intercepts messages between nodes in one DDS domain. */
import type { NodeModel } from './actions/index.js';

const INTERCEPTED = '/intercepted/';

/**
 * The topic on which a node receives the messages of another topic; full names, the node's with or
 * without its slash.
 */
export function interceptedName(node: string, topic: string): string {
  return `${INTERCEPTED}${node.replace(/^\/+/, '')}/sub/${topic.replace(/^\/+/, '')}`;
}

/** The topic behind an intercepted name; any other name is returned unchanged. */
export function withoutInterception(topic: string): string {
  if (!topic.startsWith(INTERCEPTED)) return topic;
  const parts = topic.slice(INTERCEPTED.length).split('/');
  const at = parts.indexOf('sub');
  return at < 1 || at === parts.length - 1 ? topic : `/${parts.slice(at + 1).join('/')}`;
}

/** A rule of the command line, `-r node:from:=to`. */
export interface Remap {
  readonly from: string;
  readonly to: string;
}

/**
 * The rules with which a node gets all of its inputs from Orrery, although other nodes are in its DDS domain:
 * those that ros2_def generates.
 */
export function interceptingRemaps({ name, callbacks, remappings }: NodeModel): readonly Remap[] {
  const node = name.slice(name.lastIndexOf('/') + 1);
  const inputs = new Set(
    callbacks.flatMap(({ trigger }) => (trigger.kind === 'topic' ? [trigger.topic] : [])),
  );
  const names = new Map([...(remappings ?? [])].filter(([, topic]) => inputs.has(topic)));
  // A node may use the system's name of the topic, whatever its configuration says.
  for (const topic of inputs) names.set(topic, topic);
  if (callbacks.some(({ trigger }) => trigger.kind === 'timer')) names.set('clock', '/clock');
  return [...names].map(([from, topic]) => ({
    from: `${node}:${from}`,
    to: interceptedName(name, topic),
  }));
}
