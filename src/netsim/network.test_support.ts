import {
  DEFAULT_QOS,
  type FaultEvent,
  type GraphNode,
  Publisher,
  type Qos,
  Subscription,
  Timer,
} from '../graph/index.js';
import { type MessageObject, TypeRegistry } from '../interfaces/index.js';
import { parseSystemModels } from '../models/index.js';
import { Simulation } from '../simulation/index.js';
import { attachNetwork } from './attach_network.js';

export const types = new TypeRegistry({ amentPrefixPath: '' });
export const MS = 1_000_000;

/** A simulation with two or more agents, `/a/**`, `/b/**`, …, and a network. Times are ms. */
export class NetworkScenario {
  readonly simulation: Simulation;
  readonly faults: FaultEvent[] = [];

  /**
   * @param network - the section `network` of the models
   * @param positions - the positions of agents, as in their section
   */
  constructor(
    network: string,
    agents = ['a', 'b'],
    seed = 0,
    positions: Readonly<Record<string, string>> = {},
  ) {
    this.simulation = new Simulation({ types, seed });
    const declared = agents.map(
      (name) =>
        `    ${name}: {nodes: ["/${name}/**"], position: {${positions[name] ?? 'at: [0, 0, 0]'}}}`,
    );
    const text = ['network:', '  agents:', ...declared, network].join('\n');
    const { graph } = this.simulation;
    attachNetwork(graph, parseSystemModels(text, 'network.yaml'), { simulation: this.simulation });
    graph.observers.add('record', { faulted: (fault) => void this.faults.push(fault) });
  }

  node(namespace: string, name: string): GraphNode {
    return this.simulation.graph.createNode({ namespace, name });
  }

  /** Publishes messages of `bytes` bytes of text, numbered from 1. */
  source(
    namespace: string,
    topic: string,
    period: number,
    { bytes = 100, count = Number.POSITIVE_INFINITY, ...qos }: SourceOptions = {},
  ): Publisher {
    const node = this.node(namespace, `source${topic.slice(1)}`);
    const publisher = new Publisher(node, topic, types.message('std_msgs/msg/String'), {
      ...DEFAULT_QOS,
      ...qos,
    });
    const timer = new Timer(node, period * MS, () => {
      const data = String(publisher.sequence + 1).padEnd(bytes, '.');
      publisher.publish({ data });
      if (publisher.sequence >= count) timer.cancel();
    });
    this.simulation.attach(node);
    return publisher;
  }

  /** The messages that arrive, as `[number, ms]`. */
  sink(namespace: string, topic: string, qos: Partial<Qos> = {}): (readonly [number, number])[] {
    const node = this.node(namespace, `sink${topic.slice(1)}`);
    const arrived: (readonly [number, number])[] = [];
    const onMessage = (message: MessageObject) => {
      const { data } = message as { data: string };
      arrived.push([Number(data.replace(/\.+$/, '')), this.simulation.kernel.now / MS]);
    };
    new Subscription(node, topic, types.message('std_msgs/msg/String'), onMessage, {
      qos: { ...DEFAULT_QOS, ...qos },
    });
    this.simulation.attach(node);
    return arrived;
  }

  async runFor(milliseconds: number): Promise<void> {
    await this.simulation.runUntil(this.simulation.graph.time + BigInt(milliseconds * MS));
  }
}

export interface SourceOptions extends Partial<Qos> {
  readonly bytes?: number;
  readonly count?: number;
}
