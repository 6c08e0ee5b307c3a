import type {
  Client,
  Domain,
  Entity,
  Publisher,
  Service,
  Subscription,
} from '../../graph/index.js';
import {
  type ServiceEndpoint,
  serviceEndpoint,
  type TopicEndpoint,
  topicEndpoint,
} from '../node/endpoints.js';

const SEND_GOAL = '/_action/send_goal';

/** The three services and two topics of one action client or server. */
export interface ActionEndpoints {
  goal_service_info: ServiceEndpoint;
  cancel_service_info: ServiceEndpoint;
  result_service_info: ServiceEndpoint;
  feedback_topic_info: TopicEndpoint;
  status_topic_info: TopicEndpoint;
}

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
