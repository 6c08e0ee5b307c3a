import type { Entity, Publisher, Subscription } from '../../graph/index.js';
import type { NodeBase } from './node_base.js';
import { type NameAndTypes, nodeEntities } from './node_graph.js';

const FEEDBACK = '/_action/feedback';

/** Actions that a node uses as a client, with their types. Throws if there is no such node. */
export function getActionClientNamesAndTypesByNode(
  node: NodeBase,
  nodeName: string,
  namespace: string,
): NameAndTypes[] {
  return actionsOf(nodeEntities(node.handle, nodeName, namespace, 'subscription'));
}

/** Actions that a node serves, with their types. Throws if there is no such node. */
export function getActionServerNamesAndTypesByNode(
  node: NodeBase,
  nodeName: string,
  namespace: string,
): NameAndTypes[] {
  return actionsOf(nodeEntities(node.handle, nodeName, namespace, 'publisher'));
}

/** All actions, with their types. */
export function getActionNamesAndTypes(node: NodeBase): NameAndTypes[] {
  const { topics } = node.handle.graph.domain(node.handle.domain);
  return actionsOf(topics.flatMap((topic) => [...topic.publishers, ...topic.subscriptions]));
}

/** As in rcl_action, an action exists if its feedback topic does. */
function actionsOf(ends: readonly Entity[]): NameAndTypes[] {
  const found = new Map<string, Set<string>>();
  for (const end of ends as readonly (Publisher | Subscription)[]) {
    if (!end.name.endsWith(FEEDBACK)) continue;
    const name = end.name.slice(0, -FEEDBACK.length);
    const types = found.get(name) ?? new Set();
    types.add(end.type.name.replace(/_FeedbackMessage$/, ''));
    found.set(name, types);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, types]) => ({ name, types: [...types].sort() }));
}
