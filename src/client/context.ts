import { parseRosArguments, type RosArguments } from './arguments/ros_arguments.js';
import { OperationError } from './errors/index.js';
import type { NodeBase } from './node/node_base.js';
import { currentWorld, type World } from './world/world.js';

const NOT_VALID =
  'the given context is not valid, either rcl_init() was not called or rcl_shutdown() was called.';

/** By program: programs that are simulated together do not share a default context. */
const defaultContexts = new Map<string, Context>();

/** A new simulation begins: nothing of an earlier one in this thread counts. */
export function forgetContexts(): void {
  defaultContexts.clear();
  Context._instances.length = 0;
}

/** A set of nodes that are started and shut down together, in one domain. */
export class Context {
  static readonly _instances: Context[] = [];
  readonly _domainId: bigint | undefined;
  _nodes: NodeBase[] = [];
  _isShutdown = false;
  #arguments: RosArguments | undefined;
  #world: World | undefined;

  /** All contexts that are initialised and not shut down. */
  static get instances(): Context[] {
    return Context._instances.filter((context) => context.isValid());
  }

  /** The context that is used where none is given. A new one after it was shut down. */
  static defaultContext(): Context {
    const { program } = currentWorld().graph;
    let context = defaultContexts.get(program);
    if (context === undefined) {
      context = new Context();
      defaultContexts.set(program, context);
    }
    return context;
  }

  /** @param domainId - nodes of different domains never see each other. Default `ROS_DOMAIN_ID`, else 0. */
  constructor(domainId?: bigint | number) {
    this._domainId = domainId === undefined ? undefined : BigInt(domainId);
    Context._instances.push(this);
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
    return this === defaultContexts.get(currentWorld().graph.program);
  }

  /** Whether it was initialised and not yet shut down. */
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

  /** What was given on the command line. Throws if the context is not initialised. */
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
  }

  /** Destroys all nodes; the context cannot be used again. Harmless when repeated. */
  shutdown(): void {
    if (this.isShutdown()) return;
    for (const node of this.nodes) node.destroy();
    this._isShutdown = true;
    const index = Context._instances.indexOf(this);
    if (index >= 0) Context._instances.splice(index, 1);
    for (const [program, context] of defaultContexts) {
      if (context === this) defaultContexts.delete(program);
    }
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
