import { EventEmitter } from 'node:events';
import { OperationError, TypeValidationError } from '../errors/index.js';
import type { Node } from '../node/node.js';
import type { Parameter } from './parameter.js';
import type { ParameterClient, ParameterRequestOptions } from './parameter_client.js';
import { ParameterEventHandler, type ParameterEventMessage } from './parameter_event_handler.js';

const ENTITY = { entityType: 'parameter watcher' };

/**
 * Follows some parameters of another node: emits `change` with their messages when they are
 * declared, changed or deleted. Get one from `node.createParameterWatcher`.
 */
export class ParameterWatcher extends EventEmitter {
  readonly #node: Node;
  readonly #client: ParameterClient;
  readonly #watched: Set<string>;
  #handler: ParameterEventHandler | null = null;
  #destroyed = false;

  /** Throws `TypeValidationError` if an argument is of the wrong type. */
  constructor(
    node: Node,
    remoteNodeName: string,
    parameterNames: string[],
    options: { timeout?: number } = {},
  ) {
    super();
    if (!node || typeof node.createParameterClient !== 'function') {
      throw new TypeValidationError('node', node, 'Node instance', ENTITY);
    }
    requireName('remoteNodeName', remoteNodeName, ENTITY);
    if (!Array.isArray(parameterNames) || parameterNames.length === 0) {
      throw new TypeValidationError('parameterNames', parameterNames, 'non-empty array', ENTITY);
    }
    this.#node = node;
    this.#watched = new Set(parameterNames);
    this.#client = node.createParameterClient(remoteNodeName, options);
  }

  get remoteNodeName(): string {
    return this.#client.remoteNodeName;
  }

  get watchedParameters(): string[] {
    return Array.from(this.#watched);
  }

  /** Begins as soon as the node exists; settles with whether it appeared within `timeout` ms. */
  async start(timeout = 5000): Promise<boolean> {
    this.#requireNotDestroyed();
    if (!(await this.#client.waitForService(timeout))) return false;
    if (this.#handler === null && !this.#destroyed) {
      this.#handler = new ParameterEventHandler(this.#node);
      this.#handler.addParameterEventCallback((event) => this.#onEvent(event));
    }
    return true;
  }

  /** Settles with the current values. */
  async getCurrentValues(options?: ParameterRequestOptions): Promise<Parameter[]> {
    this.#requireNotDestroyed();
    return this.#client.getParameters(this.watchedParameters, options);
  }

  /** Follows an additional parameter. */
  addParameter(name: string): void {
    this.#requireNotDestroyed();
    requireName('name', name, { ...ENTITY, entityName: this.remoteNodeName });
    this.#watched.add(name);
  }

  /** Stops following a parameter; returns whether it was followed. */
  removeParameter(name: string): boolean {
    this.#requireNotDestroyed();
    return this.#watched.delete(name);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Destroys the watcher. Harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#handler?.destroy();
    this.#handler = null;
    this.#node.destroyParameterClient(this.#client);
    this.removeAllListeners();
  }

  #onEvent(event: ParameterEventMessage): void {
    if (event.node.replace(/^\//, '') !== this.remoteNodeName) return;
    const { new_parameters, changed_parameters, deleted_parameters } = event;
    const changes = [...new_parameters, ...changed_parameters, ...deleted_parameters].filter(
      (parameter) => this.#watched.has(parameter.name),
    );
    if (changes.length > 0) this.emit('change', changes);
  }

  #requireNotDestroyed(): void {
    if (!this.#destroyed) return;
    throw new OperationError('ParameterWatcher has been destroyed', {
      code: 'WATCHER_DESTROYED',
      ...ENTITY,
      entityName: this.remoteNodeName,
    });
  }
}

function requireName(argument: string, name: unknown, about: object): void {
  if (typeof name === 'string' && name.trim() !== '') return;
  throw new TypeValidationError(argument, name, 'non-empty string', about);
}
