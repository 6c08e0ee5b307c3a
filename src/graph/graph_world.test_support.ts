import { EventsExecutor } from '../executors/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { Graph, type GraphOptions } from './graph.js';
import type { GraphNode } from './graph_node.js';
import { Subscription } from './index.js';
import { DEFAULT_QOS, type Qos } from './qos.js';

export const types = new TypeRegistry({ amentPrefixPath: '' });
export const uint64 = types.message('std_msgs/msg/UInt64');

/** A graph with its executor, for building small systems. */
export class World {
  readonly kernel = new Kernel();
  readonly graph: Graph;
  readonly #executor = new EventsExecutor(this.kernel);

  constructor(options: Partial<GraphOptions> = {}) {
    this.graph = new Graph({ kernel: this.kernel, ...options });
  }

  node(name: string, domain = 0): GraphNode {
    const node = this.graph.createNode({ name, domain });
    node.attach(this.#executor);
    return node;
  }

  /** Creates a subscription that collects the `data` of its messages. */
  collect(node: GraphNode, topic: string, qos: Partial<Qos> = {}): bigint[] {
    const seen: bigint[] = [];
    new Subscription(node, topic, uint64, ({ data }) => seen.push(data as bigint), {
      qos: { ...DEFAULT_QOS, ...qos },
    });
    return seen;
  }

  drain(until?: number): void {
    this.kernel.turn(Number.POSITIVE_INFINITY, until === undefined ? {} : { until });
  }
}
