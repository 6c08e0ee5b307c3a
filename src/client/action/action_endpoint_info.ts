import type { ServiceEndpoint, TopicEndpoint } from '../node/endpoints.js';
import type { ActionEndpoints } from './action_endpoints.js';

/** One action client or server in the graph. */
export class ActionEndpointInfo {
  readonly #endpoints: ActionEndpoints;

  constructor(info: ActionEndpoints) {
    this.#endpoints = info;
  }

  get goalServiceInfo(): ServiceEndpoint {
    return this.#endpoints.goal_service_info;
  }

  get cancelServiceInfo(): ServiceEndpoint {
    return this.#endpoints.cancel_service_info;
  }

  get resultServiceInfo(): ServiceEndpoint {
    return this.#endpoints.result_service_info;
  }

  get feedbackTopicInfo(): TopicEndpoint {
    return this.#endpoints.feedback_topic_info;
  }

  get statusTopicInfo(): TopicEndpoint {
    return this.#endpoints.status_topic_info;
  }

  get nodeName(): string {
    return this.goalServiceInfo.node_name;
  }

  get nodeNamespace(): string {
    return this.goalServiceInfo.node_namespace;
  }

  /** E.g. `example_interfaces/action/Fibonacci`. */
  get actionType(): string {
    return this.goalServiceInfo.service_type.replace(/_SendGoal$/, '');
  }

  /** Whether it is a client or a server: the endpoint type of its goal service. */
  get endpointType(): number {
    return this.goalServiceInfo.endpoint_type;
  }
}
