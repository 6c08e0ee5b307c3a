import { Client as GraphClient } from '../../graph/index.js';
import { NumberedItems } from '../../kernel/index.js';
import type { RequestOf, ResponseOf } from '../declarations/type_maps.js';
import { Entity, type EntityOptions } from '../entity.js';
import { AbortError, TimeoutError, TypeValidationError } from '../errors/index.js';
import { handOver, sendLeniently } from '../message/send_leniently.js';
import type { ServiceClass } from '../message/service_class.js';
import { assertValidMessage, type MessageValidationOptions } from '../message/validate_message.js';
import type { NodeBase } from '../node/node_base.js';
import { checkFields } from '../options/check_fields.js';
import { checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import { graphQos } from '../qos/graph_qos.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import type { Clock } from '../time/clock.js';
import { beginWait } from '../world/open_waits.js';
import { waitForGraph } from '../world/wait_for_graph.js';
import { Introspection, ServiceEventType } from './introspection.js';

/** Gets the response to a request: a plain object. */
export type ResponseCallback = (response: never) => unknown;

// Shared, so that a request allocates no options.
const NO_OPTIONS: AsyncRequestOptions = {};

/** Options of `Client.sendRequestAsync`. */
export interface AsyncRequestOptions {
  /** Give up after this many ms. */
  timeout?: number;
  /** Give up when this is aborted. */
  signal?: AbortSignal;
  validate?: boolean;
}

/** Sends requests to a service of type `S`. Get one from `node.createClient`. */
export class Client<S = unknown> extends Entity<ServiceClass> {
  readonly _node: NodeBase;
  readonly _sequenceNumberToCallbackMap = new NumberedItems<ResponseCallback>();
  /** Whether the fields of a request have been looked at. */
  #isChecked = false;
  _validateRequests: boolean;
  _validationOptions: MessageValidationOptions;
  readonly #endpoint: GraphClient;
  readonly #introspection: Introspection;
  readonly #convert: ((message: unknown) => unknown) | undefined;

  constructor(
    node: NodeBase,
    typeClass: ServiceClass,
    serviceName: string,
    options: EntityOptions,
  ) {
    const endpoint = new GraphClient(
      node.handle,
      node.resolveServiceName(serviceName),
      typeClass.serviceType,
      graphQos(options.qos),
    );
    super(endpoint, typeClass, options);
    this.#endpoint = endpoint;
    this._node = node;
    this._validateRequests = options.validateRequests || false;
    this._validationOptions = options.validationOptions || { strict: true, checkTypes: true };
    this.#introspection = new Introspection(node, typeClass, endpoint.name);
    this.#convert = handOver({
      enableTypedArray: this.typedArrayEnabled,
      serializationMode: 'default',
    });
  }

  /** The client in the graph. */
  get endpoint(): GraphClient {
    return this.#endpoint;
  }

  /** Absolute name of the service. */
  get serviceName(): string {
    return this.#endpoint.name;
  }

  /** Whether requests are validated before they are sent. */
  get willValidateRequest(): boolean {
    return this._validateRequests;
  }

  set willValidateRequest(value: boolean) {
    this._validateRequests = value;
  }

  /** Changes how requests are validated; options that are not given stay unchanged. */
  setValidation(options: MessageValidationOptions): void {
    const to = givenTo(this._node, 'the validation of the client', this.serviceName);
    checkOptions(options, 'validation', to);
    if (options) this._validationOptions = { ...this._validationOptions, ...options };
  }

  /**
   * Sends a request; `callback` gets the response. Without a server, it is never called.
   *
   * @throws {TypeValidationError} unless `callback` is a function.
   * @throws {MessageValidationError} if the request is to be validated and does not fit.
   */
  sendRequest(
    request: RequestOf<S>,
    callback: (response: ResponseOf<S, never>) => unknown,
    options: { validate?: boolean } = NO_OPTIONS,
  ): void {
    if (typeof callback !== 'function') {
      throw new TypeValidationError('callback', callback, 'function', {
        entityType: 'service',
        entityName: this.serviceName,
      });
    }
    if (options !== NO_OPTIONS) {
      checkOptions(
        options,
        'request',
        givenTo(this._node, 'a request of the client', this.serviceName),
      );
    }
    this.#send(request, callback as ResponseCallback, options.validate);
  }

  /**
   * Sends a request and settles with the response.
   *
   * @throws {TimeoutError} if there is no response in time.
   * @throws {AbortError} if the signal is aborted.
   * @throws {MessageValidationError} if the request is to be validated and does not fit.
   */
  sendRequestAsync(
    request: RequestOf<S>,
    options: AsyncRequestOptions = NO_OPTIONS,
  ): Promise<ResponseOf<S, unknown>> {
    const { timeout, signal, validate } = options;
    if (options !== NO_OPTIONS) {
      checkOptions(
        options,
        'asyncRequest',
        givenTo(this._node, 'a request of the client', this.serviceName),
      );
    }
    const about = { entityType: 'service', entityName: this.serviceName };
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new AbortError('Service request', undefined, about));
        return;
      }
      const sequence = this.#send(
        request,
        ((response: ResponseOf<S, unknown>) => finish(() => resolve(response))) as ResponseCallback,
        validate,
      );
      const onAbort = () =>
        finish(() => reject(new AbortError('Service request', undefined, about)));
      const isLimited = timeout !== undefined && timeout >= 0;
      const ended = isLimited ? () => {} : this._beginWait();
      const alarm = isLimited
        ? this._node.world.schedule(timeout * 1e6, () =>
            finish(() => reject(new TimeoutError('Service request', timeout, about))),
          )
        : undefined;
      const finish = (settle: () => void) => {
        alarm?.destroy();
        ended();
        signal?.removeEventListener('abort', onAbort);
        this.#forget(sequence);
        settle();
      };
      signal?.addEventListener('abort', onAbort);
    });
  }

  /** Whether a server exists now. */
  isServiceServerAvailable(): boolean {
    return this.#endpoint.available;
  }

  /**
   * Settles with whether a server exists, after at most `timeout` ms.
   *
   * @param timeout - undefined or negative waits forever.
   */
  waitForService(timeout?: number): Promise<boolean> {
    const isThere = () => this.isServiceServerAvailable();
    const what = `the service ${this.serviceName}`;
    return waitForGraph(this._node, isThere, timeout, what);
  }

  /**
   * From now on a response is awaited, for as long as it takes.
   *
   * @returns what ends the wait
   */
  _beginWait(): () => void {
    const service = this.#endpoint;
    return beginWait(service.node, `a response of the service ${service.name}`, service);
  }

  /** Publishes the client's events on `<service>/_service_event`, see `Service`. */
  configureIntrospection(clock: Clock, qos: QoSArgument, introspectionState: number): void {
    this.#introspection.configure(clock, qos, introspectionState);
  }

  /** Name of the logger of its node. */
  get loggerName(): string {
    return this._node.getLogger().name;
  }

  override _destroy(): void {
    this.#introspection.destroy();
    super._destroy();
  }

  #send(request: unknown, callback: ResponseCallback, validate: boolean | undefined): number {
    try {
      return this.#sendNow(request, callback, validate);
    } catch (error) {
      this._node.world.failed();
      throw error;
    }
  }

  #sendNow(request: unknown, callback: ResponseCallback, validateNow: boolean | undefined): number {
    if (this._destroyed) throw new Error('client is invalid: it was destroyed');
    this._node.world.touch();
    const { Request } = this._typeClass;
    const validate = validateNow ?? this._validateRequests;
    if (validate && !(request instanceof Request)) {
      assertValidMessage(request, Request, this._validationOptions);
    }
    if (!this.#isChecked) {
      this.#isChecked = true;
      checkFields(
        request,
        Request.messageType,
        givenTo(this._node, 'the client', this.serviceName),
      );
    }
    let sequence = 0;
    const client = this.#endpoint;
    sendLeniently(request, Request, (value) => {
      sequence = client.send(value, (response) => this.#receive(sequence, response));
    });
    this._sequenceNumberToCallbackMap.set(sequence, callback);
    const sent = ServiceEventType.REQUEST_SENT;
    this.#introspection.publish(sent, { client, sequence }, request, undefined);
    return sequence;
  }

  #receive(sequence: number, response: unknown): unknown {
    const client = this.#endpoint;
    const received = ServiceEventType.RESPONSE_RECEIVED;
    this.#introspection.publish(received, { client, sequence }, undefined, response);
    const callback = this._sequenceNumberToCallbackMap.get(sequence);
    this._sequenceNumberToCallbackMap.delete(sequence);
    return callback?.((this.#convert === undefined ? response : this.#convert(response)) as never);
  }

  #forget(sequence: number): void {
    this._sequenceNumberToCallbackMap.delete(sequence);
    this.#endpoint.forget(sequence);
  }
}
