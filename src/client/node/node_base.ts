import {
  expandName,
  type GraphNode,
  Publisher as GraphPublisher,
  type RemapRule,
  remapName,
} from '../../graph/index.js';
import { parseRosArguments } from '../arguments/ros_arguments.js';
import { Context } from '../context.js';
import { TypeValidationError } from '../errors/index.js';
import { Logging } from '../logging/logging.js';
import { rosoutOf } from '../logging/rosout.js';
import { messageClassOf } from '../message/interfaces_in_use.js';
import { expandTopicName } from '../names/expand_topic_name.js';
import { namespaceProblem, nodeNameProblem } from '../names/name_problem.js';
import { NodeOptions } from '../node_options.js';
import { checkOptions, checkQos } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import { Parameter } from '../parameter/parameter.js';
import { graphQos } from '../qos/graph_qos.js';
import { QoS } from '../qos/qos.js';
import { RMWUtils } from '../rmw_utils.js';
import { ROSClock } from '../time/ros_clock.js';
import type { Time } from '../time/time.js';
import type { World } from '../world/world.js';
import { NodeArguments } from './node_arguments.js';
import { spinOnce } from './spin_once.js';

/** Options of a node; defaults are those of {@link NodeOptions}. */
export type NodeOptionsArgument = NodeOptions | Partial<Pick<NodeOptions, OptionName>>;

export type OptionName = Exclude<keyof NodeOptions, `_${string}`>;

/** `/rosout`: reliable, transient local, keep last 1000, forgotten after 10 s. */
const ROSOUT_QOS = {
  ...graphQos(new QoS(1, 1000, 1, 1)),
  lifespan: 10e9,
};

/**
 * The basics of every node: a name, a context, a clock, a logger, and whether its callbacks run.
 */
export abstract class NodeBase {
  readonly _context: Context;
  readonly _logger: Logging;
  readonly _clock: ROSClock;
  _spinning = false;
  #world: World;
  readonly #handle: GraphNode;
  readonly #options: NodeOptions;
  readonly #topicRules: readonly RemapRule[];
  readonly #serviceRules: readonly RemapRule[];
  #rosout: GraphPublisher | undefined;
  protected readonly nodeArguments: NodeArguments;

  /**
   * @param nodeName - letters, digits and underscores.
   * @param namespace - absolute, or relative to the root; empty for the root.
   * @param context - must be initialised.
   * @param args - ROS arguments of this node only; they precede those of the program.
   * @param useGlobalArguments - whether those of the program apply.
   */
  constructor(
    nodeName: string,
    namespace = '',
    context: Context = Context.defaultContext(),
    options: NodeOptionsArgument = NodeOptions.defaultOptions,
    args: string[] = [],
    useGlobalArguments = true,
  ) {
    if (typeof nodeName !== 'string') throw new TypeValidationError('nodeName', nodeName, 'string');
    if (typeof namespace !== 'string') {
      throw new TypeValidationError('namespace', namespace, 'string');
    }
    this.#world = context.world;
    try {
      this.#options = normalizeOptions(options);
      requireParameters(this.#options.parameterOverrides, nodeName);
      const globalArguments = useGlobalArguments ? [context.rosArguments] : [];
      this.nodeArguments = new NodeArguments([parseRosArguments(args), ...globalArguments]);
      const name = this.nodeArguments.nodeName(nodeName);
      const space = absolute(this.nodeArguments.namespace(name, namespace));
      requireValidNames(name, space);
      this.#topicRules = this.nodeArguments.nameRules(name, 'topic');
      this.#serviceRules = this.nodeArguments.nameRules(name, 'service');
      this._context = context;
      this.#world.touch();
      this.#handle = this.#world.graph.createNode({
        name,
        namespace: space,
        domain: Number(context.domainId),
        remap: this.#topicRules,
      });
      this.#handle.client = this;
      const whom = givenTo(this, 'the node', name);
      checkOptions(options, 'node', { ...whom, whom: `the node ${this.#handle.fullName}` });
      checkQos(this.#options.rosoutQos, whom, 'rosoutQos');
      if (this.simulationState !== undefined) this.#handle.state = () => this.simulationState?.();
      context.onNodeCreated(this);
      this._logger = new Logging(this.#handle.fullName.slice(1).replaceAll('/', '.'));
      if (this.#options.enableRosout && context.rosArguments.rosoutLogs) this.#openRosout();
      this._clock = new ROSClock();
    } catch (error) {
      this.#world.failed();
      throw error;
    }
  }

  /**
   * Optional, an addition to rclnodejs: returns the node's state as plain data. Must be a method of
   * the node's class. A digest of the state is recorded after each callback, so that `orrery diff`
   * and `orrery explore` notice a difference before it shows in a message; `orrery debug` shows the
   * state.
   */
  simulationState?(): unknown;

  /** The node's representation in the graph. */
  get handle(): GraphNode {
    return this.#handle;
  }

  /** The world of the node. */
  get world(): World {
    return this.#world;
  }

  get context(): Context {
    return this._context;
  }

  /** The options with which it was created. */
  get options(): NodeOptions {
    return this.#options;
  }

  /** Its name, without the namespace. */
  name(): string {
    return this.#handle.name;
  }

  /** Its namespace, `/` for the root. */
  namespace(): string {
    return this.#handle.namespace;
  }

  /** `/namespace/name`. */
  getFullyQualifiedName(): string {
    return this.#handle.fullName;
  }

  getLogger(): Logging {
    return this._logger;
  }

  getClock(): ROSClock {
    return this._clock;
  }

  /** The current time of its clock. */
  now(): Time {
    return this._clock.now();
  }

  /** The name of the middleware that the node reports. */
  getRMWImplementationIdentifier(): string {
    return RMWUtils.getRMWName();
  }

  /** Whether its callbacks run. */
  get spinning(): boolean {
    return this._spinning;
  }

  /**
   * Runs its callbacks from now on, first those for what has already arrived. Returns at once.
   *
   * @throws {Error} if it is already spinning.
   */
  spin(_timeout = 10): void {
    if (this.spinning) throw new Error('The node is already spinning.');
    this.#world.attach(this.#handle);
    this._spinning = true;
  }

  /** {@link NodeBase.spin}. */
  startSpinning(timeout?: number): void {
    this.spin(timeout);
  }

  /** Stops running its callbacks; messages that arrive are kept. */
  stop(): void {
    if (this._spinning) this.#world.detach(this.#handle);
    this._spinning = false;
  }

  /** {@link NodeBase.stop}. */
  stopSpinning(): void {
    this.stop();
  }

  /**
   * Runs its callbacks that are ready now, at most one per entity: due timers, then messages, guard
   * conditions, responses, requests. If there is nothing, it waits up to `timeout` ms for its next
   * timer if the world follows the wall clock, and returns at once in virtual time.
   *
   * @throws {Error} if the node is spinning.
   */
  spinOnce(timeout = 10): void {
    if (this.spinning) throw new Error('The node is already spinning.');
    spinOnce(this.#world, this.#handle, timeout);
  }

  /**
   * The absolute name of a topic.
   *
   * @param onlyExpand - true to leave out remapping.
   * @throws {Error} if the name is invalid.
   */
  resolveTopicName(topicName: string, onlyExpand = false): string {
    return this.#resolve('topicName', topicName, onlyExpand ? [] : this.#topicRules);
  }

  /** The absolute name of a service, see {@link NodeBase.resolveTopicName}. */
  resolveServiceName(service: string, onlyExpand = false): string {
    return this.#resolve('service', service, onlyExpand ? [] : this.#serviceRules);
  }

  /** Destroys the node and everything it has. */
  abstract destroy(): void;

  /** Removes the node from graph and context. */
  protected leave(): void {
    this.stop();
    this.context.onNodeDestroyed(this);
    if (this.#rosout !== undefined) {
      rosoutOf(this.#rosout.node.graph).remove(this._logger.name, this.#rosout);
    }
    this.#rosout = undefined;
    this.#handle.destroy();
  }

  #resolve(argument: string, name: string, rules: readonly RemapRule[]): string {
    if (typeof name !== 'string') {
      throw new TypeValidationError(argument, name, 'string', { nodeName: this.name() });
    }
    const expanded = expandTopicName(name, this.name(), this.namespace());
    return rules.length === 0
      ? expanded
      : remapName(expandName(expanded, this.#handle), rules, this.#handle);
  }

  #openRosout(): void {
    const { messageType } = messageClassOf('rcl_interfaces/msg/Log');
    const { rosoutQos } = this.#options;
    const qos = rosoutQos === null ? ROSOUT_QOS : graphQos(rosoutQos);
    this.#rosout = new GraphPublisher(this.#handle, '/rosout', messageType, qos);
    rosoutOf(this.#rosout.node.graph).add(this._logger.name, this.#rosout);
  }
}

function normalizeOptions(options: NodeOptionsArgument): NodeOptions {
  if (options instanceof NodeOptions) return options;
  const result = NodeOptions.defaultOptions;
  const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  return Object.assign(result, Object.fromEntries(own));
}

function requireParameters(overrides: readonly unknown[], nodeName: string): void {
  const other = overrides.find((override) => !(override instanceof Parameter));
  if (other === undefined) return;
  throw new TypeValidationError('parameterOverride', other, 'Parameter instance', { nodeName });
}

function absolute(namespace: string): string {
  return namespace.startsWith('/') ? namespace : `/${namespace}`;
}

function requireValidNames(name: string, namespace: string): void {
  const nameProblem = nodeNameProblem(name);
  if (nameProblem !== null) throw new Error(`Invalid node name '${name}': ${nameProblem.rule}`);
  const problem = namespaceProblem(namespace);
  if (problem !== null) throw new Error(`Invalid namespace '${namespace}': ${problem.rule}`);
}
