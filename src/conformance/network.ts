import { EventsExecutor } from '../executors/index.js';
import {
  Client,
  DEFAULT_QOS,
  Graph,
  type GraphNode,
  Publisher,
  type Qos,
  Service,
  Subscription,
  Timer,
} from '../graph/index.js';
import type { MessageType, ServiceType, TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { hashCombine } from './hash_combine.js';
import type {
  VectorAction,
  VectorEntity,
  VectorExpected,
  VectorFile,
  VectorNode,
} from './vector_file.js';

/** The result of running a network, in the form of the vectors. */
export type VectorResult = VectorExpected;

type Action = (state: bigint) => void;

interface NodeState {
  readonly node: GraphNode;
  state: bigint;
}

const TRACE_HEAD = 400;

/** One network of a vector file, built from graph entities and run by the events executor. */
export class Network {
  readonly #file: VectorFile;
  readonly #kernel: Kernel;
  readonly #graph: Graph;
  readonly #uint64: MessageType;
  readonly #trigger: ServiceType;
  readonly #states: NodeState[] = [];
  readonly #publishers = new Map<string, Publisher>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #timers = new Map<string, Timer>();
  readonly #clients = new Map<
    string,
    { client: Client; onResponse: (response: unknown) => void }
  >();
  readonly #perId = new Map<string, number>();
  readonly #traceHead: [number, string][] = [];
  #count = 0;
  #order = 0n;
  #timedOrder = 0n;

  constructor(file: VectorFile, types: TypeRegistry) {
    this.#file = file;
    const stale = (file.flags.stale_heap_hits ?? 0) > 0;
    this.#kernel = new Kernel({ timers: { staleHeap: stale ? 'kept' : 'repaired' } });
    this.#graph = new Graph({ kernel: this.#kernel });
    this.#uint64 = types.message('std_msgs/msg/UInt64');
    this.#trigger = types.service('std_srvs/srv/Trigger');
  }

  run(): VectorResult {
    const { description } = this.#file;
    this.#build();
    this.#injectOrders();
    const start = description.t0_ns;
    const order = description.add_order ?? description.nodes.map((_, index) => index);
    const executor = new EventsExecutor(this.#kernel);
    for (const index of order) this.#states[index]!.node.attach(executor);
    this.#graph.jumpTo(BigInt(start));
    const first = this.#kernel.instants;
    let lastTime = 0;
    let end: string;
    do {
      lastTime = this.#kernel.now;
      end = this.#kernel.turn(Number.POSITIVE_INFINITY, {
        until: description.duration_ns,
        instants: 1,
      });
    } while (end === 'instants');
    return this.#result(start + lastTime, this.#kernel.instants - first + 1);
  }

  #build(): void {
    const { nodes, construction } = this.#file.description;
    for (const [index, node] of nodes.entries()) {
      this.#states.push({
        node: this.#graph.createNode({ name: node.name }),
        state: BigInt(node.seed),
      });
      if (construction === 'by_node')
        for (const entity of node.entities) this.#create(index, entity);
    }
    if (construction !== 'phased') return;
    const early = (entity: VectorEntity) => entity.kind === 'pub' || entity.kind === 'service';
    this.#createWhere(nodes, early);
    this.#createWhere(nodes, (entity) => !early(entity));
  }

  #createWhere(nodes: readonly VectorNode[], wanted: (entity: VectorEntity) => boolean): void {
    for (const [index, node] of nodes.entries()) {
      for (const entity of node.entities) if (wanted(entity)) this.#create(index, entity);
    }
  }

  #create(index: number, entity: VectorEntity): void {
    const owner = this.#states[index]!;
    const { node } = owner;
    switch (entity.kind) {
      case 'pub':
        this.#createPublisher(owner, BigInt(this.#file.description.nodes[index]!.seed), entity);
        break;
      case 'sub': {
        const onMessage = this.#callback(owner, entity);
        const subscription = new Subscription(
          node,
          entity.topic!,
          this.#uint64,
          (message) => onMessage((message as { data: bigint }).data),
          { qos: qosOf(entity) },
        );
        this.#subscriptions.set(entity.id, subscription);
        break;
      }
      case 'timer': {
        const onTimer = this.#callback(owner, entity);
        this.#timers.set(entity.id, new Timer(node, entity.period_ns!, () => onTimer()));
        break;
      }
      case 'service': {
        const onRequest = this.#callback(owner, entity);
        new Service(node, entity.service!, this.#trigger, (_request, respond) => {
          const message = onRequest().toString();
          respond({ success: true, message });
        });
        break;
      }
      case 'client': {
        const onResponse = this.#callback(owner, entity);
        this.#clients.set(entity.id, {
          client: new Client(node, entity.service!, this.#trigger),
          onResponse: (response) => onResponse(BigInt((response as { message: string }).message)),
        });
        break;
      }
    }
  }

  #createPublisher(owner: NodeState, seed: bigint, entity: VectorEntity): void {
    const publisher = new Publisher(owner.node, entity.topic!, this.#uint64, qosOf(entity));
    this.#publishers.set(entity.id, publisher);
    for (let i = 0; i < (entity.initial_publishes ?? 0); i++) {
      publisher.publish({ data: hashCombine(seed, BigInt(i)) });
    }
  }

  /** The function that every callback of the vectors runs; returns the state before its actions. */
  #callback(owner: NodeState, entity: VectorEntity): (data?: bigint) => bigint {
    const seed = BigInt(entity.seed!);
    const actions: { spec: VectorAction; act: Action | undefined }[] = (entity.actions ?? []).map(
      (spec) => ({ spec, act: undefined }),
    );
    let invocations = 0;
    return (data) => {
      const now = this.#graph.time;
      this.#record(entity.id, seed, now);
      owner.state = hashCombine(hashCombine(owner.state, seed), now);
      if (data !== undefined) owner.state = hashCombine(owner.state, data);
      const answer = owner.state;
      const invocation = invocations++;
      for (const action of actions) {
        if (invocation % (action.spec.every ?? 1) !== (action.spec.phase ?? 0)) continue;
        // A target may be created after the callback, so it is looked up at its first use.
        action.act ??= this.#action(action.spec);
        action.act(owner.state);
      }
      return answer;
    };
  }

  #record(id: string, seed: bigint, now: bigint): void {
    this.#count++;
    this.#order = hashCombine(this.#order, seed);
    this.#timedOrder = hashCombine(hashCombine(this.#timedOrder, seed), now);
    this.#perId.set(id, (this.#perId.get(id) ?? 0) + 1);
    if (this.#traceHead.length < TRACE_HEAD) this.#traceHead.push([Number(now), id]);
  }

  #action({ op, target }: VectorAction): Action {
    if (op === 'pub') {
      const publisher = this.#publishers.get(target)!;
      return (state) => publisher.publish({ data: state });
    }
    if (op === 'call') {
      const { client, onResponse } = this.#clients.get(target)!;
      return () => client.send({}, onResponse);
    }
    const timer = this.#timers.get(target)!;
    return op === 'cancel' ? () => timer.cancel() : () => timer.reset();
  }

  /**
   * Injects the orders that rclcpp's pointer-keyed containers decide; those of each run are part of its vector.
   */
  #injectOrders(): void {
    const { observed } = this.#file;
    for (const [id, order] of Object.entries(observed.delivery_order ?? {})) {
      const publisher = this.#publishers.get(id);
      publisher?.setDeliveryOrder(order.map((sub) => this.#subscriptions.get(sub)!));
    }
    for (const [service, order] of Object.entries(observed.client_order ?? {})) {
      this.#graph.domain(0).setClientOrder(
        service,
        order.map((id) => this.#clients.get(id)!.client),
      );
    }
    const { timer_heap_order: heapOrder } = observed;
    if (heapOrder === undefined) return;
    for (const id of heapOrder) this.#kernel.timers.enter(this.#timers.get(id)!.slot);
  }

  #result(lastTime: number, steps: number): VectorResult {
    return {
      final_states: Object.fromEntries(
        this.#states.map(({ node, state }) => [node.name, state.toString()]),
      ),
      callback_count: this.#count,
      order_hash: this.#order.toString(),
      timed_order_hash: this.#timedOrder.toString(),
      callbacks_per_id: Object.fromEntries(this.#perId),
      steps,
      last_time_ns: lastTime,
      end_reason: this.#kernel.timers.nextDue === Number.POSITIVE_INFINITY ? 'no_timer' : 'end',
      trace_head: this.#traceHead,
    };
  }
}

function qosOf(entity: VectorEntity): Qos {
  return {
    ...DEFAULT_QOS,
    depth: entity.depth ?? DEFAULT_QOS.depth,
    durability: entity.transient_local ? 'transient_local' : 'volatile',
  };
}
