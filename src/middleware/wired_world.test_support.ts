/** A simulation whose messages cross simulated links as datagrams. */
import {
  DEFAULT_QOS,
  type FaultEvent,
  type GraphNode,
  Publisher,
  type Qos,
  Subscription,
  Timer,
} from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { parseSystemModels } from '../models/index.js';
import { applyModels, Simulation } from '../simulation/index.js';
import { attachMiddleware, type WireStatistics } from './index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const uint64 = types.message('std_msgs/msg/UInt64');
export const MS = 1_000_000;

export class WiredWorld {
  readonly simulation: Simulation;
  readonly statistics: WireStatistics | undefined;
  readonly faults: FaultEvent[] = [];
  readonly log: string[] = [];

  constructor(yaml: string, seed = 1) {
    this.simulation = new Simulation({ types, seed });
    const models = parseSystemModels(yaml, 'models.yaml');
    applyModels(this.simulation, models);
    this.statistics = attachMiddleware(this.simulation.graph, models);
    this.simulation.graph.observers.add('record', { faulted: (fault) => this.faults.push(fault) });
  }

  /** The samples that the protocol has reported as lost. */
  get lost(): number {
    return this.faults.filter(({ fault }) => fault.startsWith('rtps_')).length;
  }

  node(name: string): GraphNode {
    const node = this.simulation.graph.createNode({ name });
    this.simulation.attach(node);
    return node;
  }

  publisher(node: GraphNode, topic: string, qos: Partial<Qos> = {}): Publisher {
    return new Publisher(node, topic, uint64, { ...DEFAULT_QOS, ...qos });
  }

  /** Subscribes and returns the numbers received; `then` is called with each. */
  collect(
    node: GraphNode,
    topic: string,
    qos: Partial<Qos> = {},
    then?: (data: bigint) => void,
  ): number[] {
    const got: number[] = [];
    const { kernel } = this.simulation;
    const onMessage = ({ data }: { data?: unknown }) => {
      got.push(Number(data));
      this.log.push(`${node.name} ${topic} ${data} ${kernel.now}`);
      then?.(data as bigint);
    };
    new Subscription(node, topic, uint64, onMessage, { qos: { ...DEFAULT_QOS, ...qos } });
    return got;
  }

  timer(node: GraphNode, milliseconds: number, run: () => void): Timer {
    return new Timer(node, milliseconds * MS, run);
  }

  /** Publishes 1, 2, 3 and so on, at most `count` numbers. */
  count(publisher: Publisher, milliseconds: number, count = Number.POSITIVE_INFINITY): void {
    const timer = this.timer(publisher.node, milliseconds, () => {
      publisher.publish({ data: BigInt(publisher.sequence + 1) });
      if (publisher.sequence >= count) timer.cancel();
    });
  }

  async runFor(milliseconds: number): Promise<void> {
    await this.simulation.runUntil(this.simulation.graph.epoch + BigInt(milliseconds * MS));
  }
}

export { types };
