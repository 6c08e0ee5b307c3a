import type { ContentFilterOptions } from '../graph/index.js';
import type { SerializationMode } from './message/serialization_mode.js';
import type { MessageValidationOptions } from './message/validate_message.js';
import type { QoSOverridingOptions } from './qos/qos_overriding_options.js';
import type { QoSArgument } from './qos/resolve_qos.js';

/** Options of publishers, subscriptions, clients and services. */
export interface EntityOptions {
  /** Numeric arrays of received messages are typed arrays. Default true. */
  enableTypedArray?: boolean;
  qos?: QoSArgument;
  /** Subscriptions: the callback gets the serialized message. Default false. */
  isRaw?: boolean;
  /** Subscriptions: which messages are wanted. */
  contentFilter?: ContentFilterOptions | undefined;
  /** Subscriptions: the form of the messages that the callback gets. Default `default`. */
  serializationMode?: SerializationMode;
  /** Which QoS policies parameters can override. */
  qosOverridingOptions?: QoSOverridingOptions;
  /** Publishers: validate messages before they are published. Default false. */
  validateMessages?: boolean;
  /** Clients: validate requests before they are sent. Default false. */
  validateRequests?: boolean;
  /** How to validate them. Default strict, with types. */
  validationOptions?: MessageValidationOptions;
}

/** The common interface of the graph's entities for their owners. */
export interface EntityHandle {
  destroy(): void;
}

/** Anything a node owns that takes part in the graph. */
export abstract class Entity<TypeClass = unknown> {
  protected readonly _handle: EntityHandle;
  readonly _typeClass: TypeClass;
  _options: EntityOptions;
  _destroyed = false;

  constructor(handle: EntityHandle, typeClass: TypeClass, options: EntityOptions) {
    this._handle = handle;
    this._typeClass = typeClass;
    this._options = options;
  }

  /** The entity's representation in the graph; opaque. */
  get handle(): EntityHandle {
    return this._handle;
  }

  get options(): EntityOptions {
    return this._options;
  }

  set options(options: EntityOptions) {
    this._options = options;
  }

  get qos(): QoSArgument | undefined {
    return this._options.qos;
  }

  get typedArrayEnabled(): boolean {
    return this._options.enableTypedArray ?? true;
  }

  get typeClass(): TypeClass {
    return this._typeClass;
  }

  /** Removes the entity from the graph; its node calls this. */
  _destroy(): void {
    if (this._destroyed) return;
    this._destroyed = true;
    this._handle.destroy();
  }

  isDestroyed(): boolean {
    return this._destroyed;
  }
}
