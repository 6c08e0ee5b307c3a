import { Service as GraphService, type RequestInfo, type Respond } from '../../graph/index.js';
import { Entity, type EntityOptions } from '../entity.js';
import { Logging } from '../logging/logging.js';
import { handOver } from '../message/send_leniently.js';
import type { ServiceClass } from '../message/service_class.js';
import type { NodeBase } from '../node/node_base.js';
import { checkFields } from '../options/check_fields.js';
import { givenTo } from '../options/given_to.js';
import { endpointQos } from '../qos/endpoint_qos.js';
import { graphQos } from '../qos/graph_qos.js';
import type { QoS } from '../qos/qos.js';
import { type QoSArgument, resolveQoS } from '../qos/resolve_qos.js';
import type { Clock } from '../time/clock.js';
import { Introspection, ServiceEventType } from './introspection.js';
import { Response } from './response.js';

/**
 * Answers a request: returns the response or a promise of it, or calls `response.send` now or
 * later.
 */
export type ServiceCallback = (request: never, response: Response) => unknown;

/** Answers requests of one service. Get one from `node.createService`. */
export class Service extends Entity<ServiceClass> {
  readonly _callback: (request: unknown, response: Response) => unknown;
  readonly _node: NodeBase;
  readonly #endpoint: GraphService;
  readonly #qos: QoS;
  readonly #introspection: Introspection;
  /** Whether the fields of a response have been looked at. */
  #isChecked = false;
  readonly #convert: ((message: unknown) => unknown) | undefined;

  constructor(
    node: NodeBase,
    typeClass: ServiceClass,
    serviceName: string,
    options: EntityOptions,
    callback: ServiceCallback,
  ) {
    const qos = resolveQoS(options.qos);
    const endpoint = new GraphService(
      node.handle,
      node.resolveServiceName(serviceName),
      typeClass.serviceType,
      (request, respond, info) => this.#process(request, respond, info),
      graphQos(qos),
    );
    super(endpoint, typeClass, options);
    this.#endpoint = endpoint;
    this.#qos = qos;
    this._node = node;
    this._callback = callback as (request: unknown, response: Response) => unknown;
    this.#introspection = new Introspection(node, typeClass, this.serviceName);
    this.#convert = handOver({
      enableTypedArray: this.typedArrayEnabled,
      serializationMode: 'default',
    });
  }

  /** The service in the graph. */
  get endpoint(): GraphService {
    return this.#endpoint;
  }

  /** Absolute name of the service. */
  get serviceName(): string {
    return this.#endpoint.name;
  }

  /** The requested quality of service. */
  getOptions(): object {
    const { depth, history, reliability, durability, liveliness } = this.#qos;
    const asked = { depth, history, reliability, durability, liveliness };
    return { ...endpointQos(this.#endpoint.qos), ...asked };
  }

  /**
   * Publishes the service's events on `<service>/_service_event`.
   *
   * @param clock - stamps the events.
   * @param qos - of the publisher.
   * @param introspectionState - a value of `ServiceIntrospectionStates`.
   */
  configureIntrospection(clock: Clock, qos: QoSArgument, introspectionState: number): void {
    this.#introspection.configure(clock, qos, introspectionState);
  }

  /** Name of the logger of its node. */
  get loggerName(): string {
    return this._node.getLogger().name;
  }

  override _destroy(): void {
    if (this._destroyed) return;
    this.#introspection.destroy();
    super._destroy();
  }

  #check(response: unknown): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    const to = givenTo(this._node, 'the service', this.serviceName);
    checkFields(response, this._typeClass.Response.messageType, to);
  }

  #process(content: unknown, answer: Respond, info: RequestInfo): unknown {
    this.#introspection.publish(ServiceEventType.REQUEST_RECEIVED, info, content, undefined);
    const request = this.#convert === undefined ? content : this.#convert(content);
    const respond: Respond = (value) => {
      this.#check(value);
      answer(value);
      this.#introspection.publish(ServiceEventType.RESPONSE_SENT, info, undefined, value);
    };
    const response = new Response(this, respond);
    const result = this._callback(request, response);
    if (!isThenable(result)) {
      this.#finish(response, result);
      return undefined;
    }
    return result.then(
      (value) => this.#finish(response, value),
      (error: unknown) => this.#logFailure(error),
    );
  }

  #finish(response: Response, value: unknown): void {
    if (!response.sent && value) response.send(value);
  }

  #logFailure(error: unknown): void {
    const text = `Error processing ${this.serviceName} request: ${error}`;
    Logging.getLogger('rclnodejs').error(text);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
