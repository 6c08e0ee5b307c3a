import type { OrreryError } from '../errors/index.js';
import { type GraphNode, Publisher, Subscription } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Simulation } from '../simulation/index.js';
import type { NodeModel } from './actions/index.js';
import { OrderGate } from './order_gate.js';

export const callback = (from: string | number, outputs: readonly string[] = []) => ({
  trigger:
    typeof from === 'number'
      ? ({ kind: 'timer', period: from } as const)
      : ({ kind: 'topic', topic: from } as const),
  outputs,
  serviceCalls: [] as readonly string[],
  sendsStatus: outputs.length === 0,
  changesDataProviderState: false,
  mayCauseReconfiguration: false,
});

export const model = (
  name: string,
  ...callbacks: readonly ReturnType<typeof callback>[]
): NodeModel => ({
  ...{ name, priority: 0, services: [], callbacks },
});

export const types = new TypeRegistry({ amentPrefixPath: '' });
export const uint64 = types.message('std_msgs/msg/UInt64');

/** A small system whose messages pass an {@link OrderGate}. */
export class Ordered {
  readonly simulation = new Simulation({ types });
  readonly errors: OrreryError[] = [];
  readonly got: string[] = [];

  constructor(models: readonly NodeModel[]) {
    const { graph } = this.simulation;
    let gate: OrderGate | undefined;
    graph.routes.add('order', (next) => {
      gate = new OrderGate(graph, models, next, (error) => this.errors.push(error));
      return gate;
    });
    graph.observers.add('watch', gate!);
    graph.listeners.add('note', gate!);
  }

  node(name: string): GraphNode {
    const node = this.simulation.graph.createNode({ name, domain: 0 });
    node.attach(this.simulation.executor);
    return node;
  }

  async drain(until = 1): Promise<void> {
    await this.simulation.runUntil(BigInt(until));
  }

  /** A node that passes on what it hears, plus `step`, and logs it if `log` is set. */
  relay(name: string, from: string, outputs: readonly string[], step = 0n, log = false): GraphNode {
    const node = this.node(name);
    const publishers = outputs.map((topic) => new Publisher(node, topic, uint64));
    new Subscription(node, from, uint64, ({ data }) => {
      if (log) this.got.push(`${from} ${data}`);
      for (const each of publishers) each.publish({ data: (data as bigint) + step });
    });
    return node;
  }

  publisher(topic: string): Publisher {
    return new Publisher(this.node('source'), topic, uint64);
  }
}
