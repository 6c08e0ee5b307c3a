import type { ActionClient } from '../action/action_client.js';
import type { ActionServer } from '../action/action_server.js';
import type { Context } from '../context.js';
import { DistroUtils } from '../distro_utils.js';
import type { EntityOptions } from '../entity.js';
import { RangeValidationError, TypeValidationError } from '../errors/index.js';
import { LoggingService } from '../logging/logging_service.js';
import type { Parameter } from '../parameter/parameter.js';
import { ParameterClient } from '../parameter/parameter_client.js';
import { ParameterEventHandler } from '../parameter/parameter_event_handler.js';
import { ParameterService } from '../parameter/parameter_service.js';
import { ParameterWatcher } from '../parameter/parameter_watcher.js';
import type { EventHandler } from '../qos/event_handler.js';
import { QoS } from '../qos/qos.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import { TypeDescriptionService } from '../service/type_description_service.js';
import { TimeSource } from '../time/time_source.js';
import { Rate, RateTimerServer } from '../timer/rate.js';
import { defaultEntityOptions, validateEntityOptions } from './entity_options.js';
import { forwardTo } from './forward_to.js';
import { NodeBase, type NodeOptionsArgument } from './node_base.js';
import { NodeEntities } from './node_entities.js';
import { NodeEntityLists } from './node_entity_lists.js';
import { NodeGraph } from './node_graph.js';
import { NodeParameters } from './node_parameters.js';
import { NodeServices } from './node_services.js';

const MAX_RATE_HZ = 1000;
const PARAMETER_EVENT = 'rcl_interfaces/msg/ParameterEvent';

/** A node has all members of its parts: see the end of its class. */
export interface Node
  extends NodeGraph,
    NodeParameters,
    NodeEntityLists,
    NodeEntities,
    NodeServices {}

/** Takes part in the graph: owns publishers, subscriptions, services, clients, timers, … */
export class Node extends NodeBase {
  readonly #graph = new NodeGraph(this);
  readonly #parameters: NodeParameters;
  readonly #lists = new NodeEntityLists(this);
  readonly #entities = new NodeEntities(this);
  readonly #services = new NodeServices(this);
  readonly _actionClients: ActionClient[] = [];
  readonly _actionServers: ActionServer[] = [];
  readonly _parameterClients: ParameterClient[] = [];
  readonly _parameterWatchers: ParameterWatcher[] = [];
  readonly _parameterEventHandlers: ParameterEventHandler[] = [];
  readonly _timeSource: TimeSource;
  #rates: RateTimerServer | null = null;
  #destroyed = false;

  /**
   * See `NodeBase` for the arguments. Throws if a name is invalid or the context not initialised.
   */
  constructor(
    nodeName: string,
    namespace?: string,
    context?: Context,
    options?: NodeOptionsArgument,
    args?: string[],
    useGlobalArguments?: boolean,
  ) {
    super(nodeName, namespace, context, options, args, useGlobalArguments);
    this.#parameters = new NodeParameters(this, this.#overrides());
    this.handle.given = () => ({
      remaps: this.nodeArguments.remaps,
      parameters: this.getParameterOverrides().map(({ name }) => ({
        text: name,
        used: this.hasParameter(name),
      })),
    });
    try {
      const qos = QoS.profileParameterEvents;
      this._startParameters(this.createPublisher(PARAMETER_EVENT, '/parameter_events', { qos }));
      this._timeSource = new TimeSource(this);
      this._timeSource.attachClock(this._clock);
    } catch (error) {
      this.destroy();
      throw error;
    }
    const { startParameterServices, enableLoggerService, startTypeDescriptionService } =
      this.options;
    if (startParameterServices) new ParameterService(this).start();
    if (enableLoggerService) new LoggingService(this).start();
    if (startTypeDescriptionService && DistroUtils.getDistroId() >= DistroUtils.DistroId.JAZZY) {
      new TypeDescriptionService(this).start();
    }
  }

  #overrides(): Map<string, Parameter> {
    const name = this.getFullyQualifiedName();
    const overrides = this.nodeArguments.parameterOverrides(this.name(), name);
    for (const parameter of this.options.parameterOverrides) {
      overrides.set(parameter.name, parameter);
    }
    return overrides;
  }

  /** Handlers of the events of all its publishers and subscriptions. */
  get _events(): EventHandler[] {
    return [...this._publishers, ...this._subscriptions].flatMap(({ events }) => events ?? []);
  }

  /** The options of an entity for which none are given. */
  static getDefaultOptions(): EntityOptions {
    return defaultEntityOptions();
  }

  /** Entity options completed by defaults; throws if one is not valid. */
  _validateOptions(options?: EntityOptions): EntityOptions {
    return validateEntityOptions(options, this.name());
  }

  /** Creates a node in the same namespace that does part of this node's work. */
  _createHiddenNode(name: string, context: Context, options: NodeOptionsArgument): Node {
    return new Node(name, this.namespace(), context, options);
  }

  /**
   * Makes a rate, which paces a loop.
   *
   * @param hz - times per second, at most 1000.
   */
  async createRate(hz = 1): Promise<Rate> {
    const nodeName = this.name();
    if (typeof hz !== 'number') throw new TypeValidationError('hz', hz, 'number', { nodeName });
    if (!(hz > 0 && hz <= MAX_RATE_HZ)) {
      const rule = `0.0 < hz <= ${MAX_RATE_HZ}`;
      throw new RangeValidationError('hz', hz, rule, { nodeName });
    }
    this.#rates ??= new RateTimerServer(this);
    const rates = this.#rates;
    const milliseconds = Math.round(1000 / hz);
    const timer = rates.createTimer(BigInt(milliseconds) * 1_000_000n);
    return new Rate(hz, timer, () => rates.destroyTimer(timer));
  }

  /**
   * Reads and sets parameters of another node.
   *
   * @throws {TypeError} unless the name is a non-empty string.
   */
  createParameterClient(remoteNodeName: string, options?: { timeout?: number }): ParameterClient {
    if (typeof remoteNodeName !== 'string' || remoteNodeName.trim() === '') {
      throw new TypeError('Remote node name must be a non-empty string');
    }
    const client = new ParameterClient(this, remoteNodeName, options);
    this._parameterClients.push(client);
    return client;
  }

  /** Follows some parameters of another node. */
  createParameterWatcher(
    remoteNodeName: string,
    parameterNames: string[],
    options?: { timeout?: number },
  ): ParameterWatcher {
    const watcher = new ParameterWatcher(this, remoteNodeName, parameterNames, options);
    this._parameterWatchers.push(watcher);
    return watcher;
  }

  /** Follows the parameters of all nodes. */
  createParameterEventHandler(options?: { qos?: QoSArgument }): ParameterEventHandler {
    const handler = new ParameterEventHandler(this, options);
    this._parameterEventHandlers.push(handler);
    return handler;
  }

  /**
   * Throws `TypeError` unless `client` is a ParameterClient; the next two methods check likewise.
   */
  destroyParameterClient(client: ParameterClient): void {
    destroyOne(client, ParameterClient, this._parameterClients);
  }

  destroyParameterWatcher(watcher: ParameterWatcher): void {
    destroyOne(watcher, ParameterWatcher, this._parameterWatchers);
  }

  destroyParameterEventHandler(handler: ParameterEventHandler): void {
    destroyOne(handler, ParameterEventHandler, this._parameterEventHandlers);
  }

  /** Destroys the node and everything it has. Harmless when repeated. */
  override destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    const composed = [
      ...this._actionClients,
      ...this._actionServers,
      ...this._parameterWatchers,
      ...this._parameterClients,
      ...this._parameterEventHandlers,
    ];
    for (const one of composed) one.destroy();
    this._destroyEntities();
    this.leave();
    this.#rates?.shutdown();
    this.#rates = null;
  }

  /** Called by an action client. */
  _addActionClient(client: ActionClient): void {
    this._actionClients.push(client);
  }

  /** Called by an action client. */
  _removeActionClient(client: ActionClient): void {
    remove(this._actionClients, client);
  }

  /** Called by an action server. */
  _addActionServer(server: ActionServer): void {
    this._actionServers.push(server);
  }

  /** Called by an action server. */
  _removeActionServer(server: ActionServer): void {
    remove(this._actionServers, server);
  }

  static {
    const failed = ({ world }: Node) => world.failed();
    forwardTo(Node.prototype, NodeGraph, (node) => node.#graph);
    forwardTo(Node.prototype, NodeParameters, (node) => node.#parameters);
    forwardTo(Node.prototype, NodeEntityLists, (node) => node.#lists);
    forwardTo(Node.prototype, NodeEntities, (node) => node.#entities, failed);
    forwardTo(Node.prototype, NodeServices, (node) => node.#services, failed);
  }
}

function destroyOne<E extends { destroy(): void }>(
  one: E,
  Kind: abstract new (...args: never[]) => E,
  list: E[],
): void {
  if (!(one instanceof Kind)) throw new TypeError('Invalid argument');
  remove(list, one);
  one.destroy();
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
