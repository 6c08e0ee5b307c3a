import type {
  Client,
  Domain,
  Entity,
  Publisher,
  Service,
  Subscription,
} from '../../graph/index.js';
import type { ActionEndpoints } from '../action/endpoint_info.js';
import { serviceEndpoint, topicEndpoint } from './endpoints.js';
import type { NodeBase } from './node_base.js';
import { type NameAndTypes, nodeEntities } from './node_graph.js';

const FEEDBACK = '/_action/feedback';
const SEND_GOAL = '/_action/send_goal';

/** The parts of every client of an action, in the order of creation. */
export function actionClientsInfo(domain: Domain, action: string): ActionEndpoints[] {
  const clients = domain.findService(`${action}${SEND_GOAL}`)?.clients ?? [];
  return endpointsOf(domain, action, clients);
}

/** The parts of every server of an action, in the order of creation. */
export function actionServersInfo(domain: Domain, action: string): ActionEndpoints[] {
  const servers = domain.findService(`${action}${SEND_GOAL}`)?.servers ?? [];
  return endpointsOf(domain, action, servers);
}

function endpointsOf(
  domain: Domain,
  action: string,
  goalEnds: readonly (Client | Service)[],
): ActionEndpoints[] {
  return goalEnds.map((end, i) => {
    const { kind } = end;
    const sibling = <E extends Entity>(ends: readonly E[]): E => {
      const own = ends.filter((other) => other.node === end.node);
      const rank = goalEnds.slice(0, i).filter((other) => other.node === end.node).length;
      return own[rank] as E;
    };
    const service = (name: string) => {
      const found = domain.service(`${action}/_action/${name}`);
      return serviceEndpoint(
        sibling<Client | Service>(kind === 'client' ? found.clients : found.servers),
      );
    };
    const topic = (name: string) => {
      const found = domain.findTopic(`${action}/_action/${name}`);
      const ends = kind === 'client' ? found?.subscriptions : found?.publishers;
      return topicEndpoint(sibling<Publisher | Subscription>(ends ?? []));
    };
    return {
      goal_service_info: serviceEndpoint(end),
      cancel_service_info: service('cancel_goal'),
      result_service_info: service('get_result'),
      feedback_topic_info: topic('feedback'),
      status_topic_info: topic('status'),
    };
  });
}

/** Actions a node is a client of, with their types. Throws if there is no such node. */
export function getActionClientNamesAndTypesByNode(
  node: NodeBase,
  nodeName: string,
  namespace: string,
): NameAndTypes[] {
  return actionsOf(nodeEntities(node.handle, nodeName, namespace, 'subscription'));
}

/** Actions a node serves, with their types. Throws if there is no such node. */
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

/** As rcl_action does: an action is there if its feedback topic is. */
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
