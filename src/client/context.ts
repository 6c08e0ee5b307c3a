import { parseRosArguments, type RosArguments } from './arguments/ros_arguments.js';
import { OperationError } from './errors/index.js';
import type { NodeBase } from './node/node_base.js';
import { perGraph } from './world/per_graph.js';
import { currentWorld, type World } from './world/world.js';

const NOT_VALID =
  'the given context is not valid, either rcl_init() was not called or rcl_shutdown() was called.';

/** The contexts of a world. */
interface WorldContexts {
  readonly all: Context[];
  /** By program: programs that are simulated together do not share a default context. */
  readonly defaults: Map<string, Context>;
}

const contextsOf = perGraph<WorldContexts>(() => ({ all: [], defaults: new Map() }));

function currentContexts(): WorldContexts {
  return contextsOf(currentWorld().graph);
}

/** A set of nodes that are started and shut down together, in one domain. */
export class Context {
  readonly _domainId: bigint | undefined;
  _nodes: NodeBase[] = [];
  _isShutdown = false;
  #arguments: RosArguments | undefined;
  #world: World | undefined;
  #contexts = currentContexts();

  /** All contexts of the current world, initialised or not, that are not shut down. */
  static get _instances(): Context[] {
    return currentContexts().all;
  }

  /** All contexts of the current world that are initialised and not shut down. */
  static get instances(): Context[] {
    return Context._instances.filter((context) => context.isValid());
  }

  /** The context that is used if none is given. After its shutdown, it is a new one. */
  static defaultContext(): Context {
    const { program } = currentWorld().graph;
    const { defaults } = currentContexts();
    let context = defaults.get(program);
    if (context === undefined) {
      context = new Context();
      defaults.set(program, context);
    }
    return context;
  }

  /**
   * @param domainId - nodes of different domains never see each other. Default `ROS_DOMAIN_ID`,
   * else 0.
   */
  constructor(domainId?: bigint | number) {
    this._domainId = domainId === undefined ? undefined : BigInt(domainId);
    this.#contexts.all.push(this);
  }

  /** Nodes in the order of creation. */
  get nodes(): NodeBase[] {
    return Array.from(this._nodes);
  }

  isUninitialized(): boolean {
    return !this.isShutdown() && !this.isValid();
  }

  isInitialized(): boolean {
    return !this.isShutdown() && this.isValid();
  }

  isShutdown(): boolean {
    return this._isShutdown;
  }

  isDefaultContext(): boolean {
    return this === currentContexts().defaults.get(currentWorld().graph.program);
  }

  /** Whether the context was initialised and not yet shut down. */
  isValid(): boolean {
    return this.#arguments !== undefined && !this._isShutdown;
  }

  get isOk(): boolean {
    return this.isValid();
  }

  /** The domain's number; throws if the context is not initialised. */
  get domainId(): bigint {
    if (!this.isValid()) throw new Error(NOT_VALID);
    return this._domainId ?? BigInt(process.env.ROS_DOMAIN_ID || 0);
  }

  /** The arguments of the command line. Throws if the context is not initialised. */
  get rosArguments(): RosArguments {
    if (this.#arguments === undefined || this._isShutdown) throw new Error(NOT_VALID);
    return this.#arguments;
  }

  /** The world the context lives in. Throws if the context is not initialised. */
  get world(): World {
    if (this.#world === undefined || this._isShutdown) throw new Error(NOT_VALID);
    return this.#world;
  }

  /** Makes the context valid; `rclnodejs.init` calls this. */
  initialize(argv: readonly string[]): void {
    this.#arguments = parseRosArguments(argv);
    this.#world = currentWorld();
    this.#moveTo(contextsOf(this.#world.graph));
  }

  /** Destroys all nodes; the context cannot be used again. Harmless when repeated. */
  shutdown(): void {
    if (this.isShutdown()) return;
    for (const node of this.nodes) node.destroy();
    this._isShutdown = true;
    this.#leave();
    const { defaults } = this.#contexts;
    for (const [program, context] of defaults) if (context === this) defaults.delete(program);
  }

  /**
   * Moves a context that was created before the world was entered in which it is now initialised.
   */
  #moveTo(contexts: WorldContexts): void {
    if (contexts === this.#contexts) return;
    this.#leave();
    this.#contexts = contexts;
    contexts.all.push(this);
  }

  #leave(): void {
    const { all } = this.#contexts;
    const index = all.indexOf(this);
    if (index >= 0) all.splice(index, 1);
  }

  /** {@link shutdown} if it is initialised. */
  tryShutdown(): void {
    if (this.isInitialized()) this.shutdown();
  }

  /** Called by a node when it is created. */
  onNodeCreated(node: NodeBase): void {
    if (!node) {
      throw new OperationError('Node must be defined to add to Context', {
        code: 'NODE_UNDEFINED',
        entityType: 'context',
      });
    }
    if (this.isShutdown()) {
      throw new OperationError('Can not add a Node to a Context that is shutdown', {
        code: 'CONTEXT_SHUTDOWN',
        entityType: 'context',
      });
    }
    if (!this._nodes.includes(node)) this._nodes.push(node);
  }

  /** Called by a node when it is destroyed. */
  onNodeDestroyed(node: NodeBase): void {
    const index = this._nodes.indexOf(node);
    if (index >= 0) this._nodes.splice(index, 1);
  }
}
