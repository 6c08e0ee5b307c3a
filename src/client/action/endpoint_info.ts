/** What the graph tells of one end of a topic. */
export interface TopicEndpointInfo {
  node_name: string;
  node_namespace: string;
  topic_type: string;
  [field: string]: unknown;
}

/** What the graph tells of one end of a service. */
export interface ServiceEndpointInfo {
  node_name: string;
  node_namespace: string;
  service_type: string;
  endpoint_type: number;
  [field: string]: unknown;
}

/** The three services and two topics of one action client or server. */
export interface ActionEndpoints {
  goal_service_info: ServiceEndpointInfo;
  cancel_service_info: ServiceEndpointInfo;
  result_service_info: ServiceEndpointInfo;
  feedback_topic_info: TopicEndpointInfo;
  status_topic_info: TopicEndpointInfo;
}

/** One action client or server, as the graph sees it. */
export class ActionEndpointInfo {
  readonly #endpoints: ActionEndpoints;

  constructor(info: ActionEndpoints) {
    this.#endpoints = info;
  }

  get goalServiceInfo(): ServiceEndpointInfo {
    return this.#endpoints.goal_service_info;
  }

  get cancelServiceInfo(): ServiceEndpointInfo {
    return this.#endpoints.cancel_service_info;
  }

  get resultServiceInfo(): ServiceEndpointInfo {
    return this.#endpoints.result_service_info;
  }

  get feedbackTopicInfo(): TopicEndpointInfo {
    return this.#endpoints.feedback_topic_info;
  }

  get statusTopicInfo(): TopicEndpointInfo {
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
