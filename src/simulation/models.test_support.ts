import {
  type CallbackTiming,
  DEFAULT_QOS,
  type FaultEvent,
  type GraphNode,
  type Observer,
  Publisher,
  type Qos,
  Subscription,
  Timer,
} from '../graph/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { type NodeFaultHooks, parseSystemModels } from '../models/index.js';
import { applyModels } from './apply_models.js';
import { Simulation } from './simulation.js';
import type { SimulationOptions } from './simulation_options.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
export const MS = 1_000_000;

/** A simulation with models, and the few words that scenarios need. Times are ms. */
export class Scenario {
  readonly simulation: Simulation;
  readonly log: string[] = [];
  readonly timings: CallbackTiming[] = [];
  readonly faults: FaultEvent[] = [];

  constructor(yaml: string, options: SimulationOptions = {}, hooks: NodeFaultHooks = {}) {
    this.simulation = new Simulation({ types, ...options });
    applyModels(this.simulation, parseSystemModels(yaml, 'models.yaml'), hooks);
    const observer: Observer = {
      callbackCompleted: (timing) => this.timings.push(timing),
      faulted: (fault) => this.faults.push(fault),
    };
    this.simulation.graph.observers.add('record', observer);
  }

  get now(): number {
    return this.simulation.kernel.now / MS;
  }

  note(text: string): void {
    this.log.push(`${text}@${this.now}`);
  }

  node(name: string): GraphNode {
    return this.simulation.graph.createNode({ name });
  }

  attach(...nodes: readonly GraphNode[]): void {
    for (const node of nodes) this.simulation.attach(node);
  }

  publisher(node: GraphNode, topic: string, qos: Qos = { ...DEFAULT_QOS, depth: 1000 }): Publisher {
    return new Publisher(node, topic, types.message('std_msgs/msg/UInt64'), qos);
  }

  /** Calls back with the number in the message. */
  subscription(
    node: GraphNode,
    topic: string,
    callback: (data: bigint) => unknown,
    qos: Qos = { ...DEFAULT_QOS, depth: 1000 },
  ): Subscription {
    const onMessage = (message: MessageObject) => callback((message as { data: bigint }).data);
    return new Subscription(node, topic, types.message('std_msgs/msg/UInt64'), onMessage, { qos });
  }

  timer(node: GraphNode, period: number, callback: () => unknown): Timer {
    return new Timer(node, period * MS, callback);
  }

  /** Publishes 1, 2, 3 … every `period` ms from a node of its own. */
  source(name: string, topic: string, period: number): Publisher {
    const node = this.node(name);
    const publisher = this.publisher(node, topic);
    this.timer(node, period, () => publisher.publish({ data: BigInt(publisher.sequence + 1) }));
    this.attach(node);
    return publisher;
  }

  async runFor(milliseconds: number): Promise<void> {
    await this.simulation.runUntil(this.simulation.graph.epoch + BigInt(milliseconds * MS));
  }
}

export { types };
