import { Publisher as GraphPublisher, type RequestInfo } from '../../graph/index.js';
import { DistroUtils } from '../distro_utils.js';
import type { ServiceClass } from '../message/service_class.js';
import type { NodeBase } from '../node/node_base.js';
import { graphQos } from '../qos/graph_qos.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import { ServiceIntrospectionStates } from '../service_introspection_states.js';
import type { Clock } from '../time/clock.js';
import { endpointGid } from '../topic/endpoint_gid.js';

/** The kind of event, as in `service_msgs/msg/ServiceEventInfo`. */
export const ServiceEventType = {
  REQUEST_SENT: 0,
  REQUEST_RECEIVED: 1,
  RESPONSE_SENT: 2,
  RESPONSE_RECEIVED: 3,
} as const;

/** A value of {@link ServiceEventType}. */
export type ServiceEventType = (typeof ServiceEventType)[keyof typeof ServiceEventType];

/** Publishes the events of one end of a service. */
export class Introspection {
  readonly #node: NodeBase;
  readonly #typeClass: ServiceClass;
  readonly #topic: string;
  #publisher: GraphPublisher | undefined;
  #clock: Clock | undefined;
  #state: number = ServiceIntrospectionStates.OFF;

  constructor(node: NodeBase, typeClass: ServiceClass, serviceName: string) {
    this.#node = node;
    this.#typeClass = typeClass;
    this.#topic = `${serviceName}/_service_event`;
  }

  /** Starts, changes or (with OFF) ends publishing. Warns on Humble, which does not have it. */
  configure(clock: Clock, qos: QoSArgument, state: number): void {
    if (DistroUtils.getDistroId() <= DistroUtils.DistroId.HUMBLE) {
      console.warn('Service introspection is not supported by this version of ROS 2');
      return;
    }
    this.#state = state;
    this.#clock = clock;
    if (state === ServiceIntrospectionStates.OFF) {
      this.destroy();
    } else {
      const type = this.#typeClass.serviceType.event;
      this.#publisher ??= new GraphPublisher(this.#node.handle, this.#topic, type, graphQos(qos));
    }
  }

  /** Publishes one event, with its request or response if contents are enabled. */
  publish(
    event: ServiceEventType,
    { client, sequence }: Pick<RequestInfo, 'client' | 'sequence'>,
    request: unknown,
    response: unknown,
  ): void {
    if (this.#publisher === undefined || this.#clock === undefined) return;
    const contents = this.#state === ServiceIntrospectionStates.CONTENTS;
    const { request: requestType, response: responseType } = this.#typeClass.serviceType;
    this.#publisher.publish({
      info: {
        event_type: event,
        stamp: this.#clock.now().toMsg(),
        client_gid: endpointGid(client),
        sequence_number: BigInt(sequence),
      },
      request: contents && request !== undefined ? [requestType.normalize(request)] : [],
      response: contents && response !== undefined ? [responseType.normalize(response)] : [],
    });
  }

  destroy(): void {
    this.#publisher?.destroy();
    this.#publisher = undefined;
  }
}
