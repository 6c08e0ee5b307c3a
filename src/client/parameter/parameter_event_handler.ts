import { OperationError, TypeValidationError } from '../errors/index.js';
import { validator } from '../names/validator.js';
import type { Node } from '../node/node.js';
import { checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import type { Subscription } from '../topic/subscription.js';
import type { ParameterMessage } from './parameter_message.js';

/** The fields of an `rcl_interfaces/msg/ParameterEvent`. */
export interface ParameterEventMessage {
  stamp: { sec: number; nanosec: number };
  /** Full name of the node. */
  node: string;
  new_parameters: ParameterMessage[];
  changed_parameters: ParameterMessage[];
  deleted_parameters: ParameterMessage[];
}

/** Called with a parameter that was declared or changed. */
export type ParameterCallback = (parameter: ParameterMessage) => unknown;
/** Called with all parameter events. */
export type ParameterEventCallback = (event: ParameterEventMessage) => unknown;

const ENTITY = { entityType: 'parameter event handler' };

/** What {@link ParameterEventHandler.addParameterCallback} returns. */
export class ParameterCallbackHandle {
  constructor(
    readonly parameterName: string,
    readonly nodeName: string,
    readonly callback: ParameterCallback,
  ) {}
}

/** What {@link ParameterEventHandler.addParameterEventCallback} returns. */
export class ParameterEventCallbackHandle {
  constructor(readonly callback: ParameterEventCallback) {}
}

/** Follows `/parameter_events`. Get one from `node.createParameterEventHandler`. */
export class ParameterEventHandler {
  readonly #node: Node;
  readonly #subscription: Subscription;
  readonly #parameterCallbacks: ParameterCallbackHandle[] = [];
  readonly #eventCallbacks: ParameterEventCallbackHandle[] = [];
  #destroyed = false;

  /** Throws `TypeValidationError` if an argument is of the wrong type. */
  constructor(node: Node, options: { qos?: QoSArgument } | null = {}) {
    if (!node || typeof node.createSubscription !== 'function') {
      throw new TypeValidationError('node', node, 'Node instance', ENTITY);
    }
    if (options !== undefined && options !== null && typeof options !== 'object') {
      throw new TypeValidationError('options', options, 'object or undefined', ENTITY);
    }
    checkOptions(options, 'eventHandler', givenTo(node, 'a parameter event handler'));
    this.#node = node;
    this.#subscription = node.createSubscription(
      'rcl_interfaces/msg/ParameterEvent',
      '/parameter_events',
      options?.qos ? { qos: options.qos } : undefined,
      (event: ParameterEventMessage) => this.#handle(event),
    );
  }

  /** The parameter in an event, if it was declared or changed on that node; else null. */
  static getParameterFromEvent(
    event: ParameterEventMessage,
    parameterName: string,
    nodeName: string,
  ): ParameterMessage | null {
    if (withoutSlash(event.node) !== withoutSlash(nodeName)) return null;
    const name = (parameterName || '').trim();
    const parameters = ParameterEventHandler.getParametersFromEvent(event);
    return parameters.find((parameter) => parameter.name === name) ?? null;
  }

  /** The parameters that were declared or changed in an event. */
  static getParametersFromEvent(event: ParameterEventMessage): ParameterMessage[] {
    return [...(event.new_parameters || []), ...(event.changed_parameters || [])];
  }

  /** Calls `callback` when that parameter of that node is declared or changed. */
  addParameterCallback(
    parameterName: string,
    nodeName: string,
    callback: ParameterCallback,
  ): ParameterCallbackHandle {
    this.#requireNotDestroyed();
    requireName('parameterName', parameterName);
    requireName('nodeName', nodeName);
    requireFunction(callback);
    const handle = new ParameterCallbackHandle(
      parameterName.trim(),
      withoutSlash(nodeName),
      callback,
    );
    this.#parameterCallbacks.unshift(handle);
    return handle;
  }

  /**
   * Removes a callback of {@link addParameterCallback}; throws `OperationError` if it does not
   * exist.
   */
  removeParameterCallback(handle: ParameterCallbackHandle): void {
    this.#requireNotDestroyed();
    if (!(handle instanceof ParameterCallbackHandle)) {
      throw new TypeValidationError('handle', handle, 'ParameterCallbackHandle', ENTITY);
    }
    const { parameterName, nodeName } = handle;
    const isSame = (other: ParameterCallbackHandle) =>
      other.parameterName === parameterName && other.nodeName === nodeName;
    if (!this.#parameterCallbacks.some(isSame)) {
      throw new OperationError(
        `No callbacks registered for parameter '${parameterName}' on node '${nodeName}'`,
        ENTITY,
      );
    }
    remove(this.#parameterCallbacks, handle);
  }

  /** Calls `callback` with every event; the last one added is called first. */
  addParameterEventCallback(callback: ParameterEventCallback): ParameterEventCallbackHandle {
    this.#requireNotDestroyed();
    requireFunction(callback);
    const handle = new ParameterEventCallbackHandle(callback);
    this.#eventCallbacks.unshift(handle);
    return handle;
  }

  /**
   * Removes a callback of {@link addParameterEventCallback}; throws `OperationError` if it does not
   * exist.
   */
  removeParameterEventCallback(handle: ParameterEventCallbackHandle): void {
    this.#requireNotDestroyed();
    if (!(handle instanceof ParameterEventCallbackHandle)) {
      throw new TypeValidationError('handle', handle, 'ParameterEventCallbackHandle', ENTITY);
    }
    remove(this.#eventCallbacks, handle);
  }

  /**
   * From now on, handles only events of these nodes; without names, or with none, of all.
   *
   * @param nodeNames - absolute, or relative to the namespace of this node.
   * @returns whether the filter is now in effect.
   */
  configureNodesFilter(nodeNames?: string[] | null): boolean {
    this.#requireNotDestroyed();
    if (nodeNames !== undefined && nodeNames !== null && !Array.isArray(nodeNames)) {
      throw new TypeValidationError('nodeNames', nodeNames, 'string[]', ENTITY);
    }
    if (!nodeNames || nodeNames.length === 0) {
      this.#subscription.clearContentFilter();
      return !this.#subscription.hasContentFilter();
    }
    const names = nodeNames.map((name, i) => this.#fullName(name, i));
    this.#subscription.setContentFilter({
      expression: names.map((_, i) => `node = %${i}`).join(' OR '),
      parameters: names.map((name) => `'${name}'`),
    });
    return this.#subscription.hasContentFilter();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Destroys the handler. Harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#node.destroySubscription(this.#subscription);
    this.#parameterCallbacks.length = 0;
    this.#eventCallbacks.length = 0;
  }

  #handle(event: ParameterEventMessage): void {
    const nodeName = withoutSlash(event.node);
    const logger = this.#node.getLogger();
    // an error in one callback must not prevent the others from being called
    const guarded = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        logger.debug(`Error in parameter event callback: ${error}`);
      }
    };
    for (const parameter of ParameterEventHandler.getParametersFromEvent(event)) {
      for (const handle of [...this.#parameterCallbacks]) {
        if (handle.parameterName !== parameter.name || handle.nodeName !== nodeName) continue;
        guarded(() => handle.callback(parameter));
      }
    }
    for (const handle of [...this.#eventCallbacks]) guarded(() => handle.callback(event));
  }

  #fullName(name: unknown, index: number): string {
    requireName(`nodeNames[${index}]`, name);
    const given = (name as string).trim();
    const path = given.startsWith('/') ? given : `${this.#node.namespace()}/${given}`;
    const full = path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const slash = full.lastIndexOf('/');
    validator.validateNamespace(slash === 0 ? '/' : full.slice(0, slash));
    validator.validateNodeName(full.slice(slash + 1));
    return full;
  }

  #requireNotDestroyed(): void {
    if (this.#destroyed) {
      throw new OperationError('ParameterEventHandler has been destroyed', ENTITY);
    }
  }
}

function withoutSlash(nodeName: string): string {
  return nodeName.startsWith('/') ? nodeName.slice(1) : nodeName;
}

function requireName(argument: string, name: unknown): void {
  if (typeof name === 'string' && name.trim() !== '') return;
  throw new TypeValidationError(argument, name, 'non-empty string', ENTITY);
}

function requireFunction(callback: unknown): void {
  if (typeof callback === 'function') return;
  throw new TypeValidationError('callback', callback, 'function', ENTITY);
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index < 0) throw new OperationError("Callback doesn't exist", ENTITY);
  list.splice(index, 1);
}
