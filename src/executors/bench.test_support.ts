import {
  DEFAULT_QOS,
  Graph,
  type GraphNode,
  Publisher,
  Subscription,
  Timer,
  type Waitable,
} from '../graph/index.js';
import { type MessageObject, TypeRegistry } from '../interfaces/index.js';
import { type Delayed, Kernel, type TimerRearm } from '../kernel/index.js';
import type { ExecutionTimes } from '../models/index.js';
import { EventsExecutor } from './events_executor.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
export const MS = 1_000_000;

/** Entities with given execution times, and what started when. Times are ms. */
export class Bench {
  readonly kernel: Kernel;
  readonly graph: Graph;
  readonly node: GraphNode;
  readonly log: string[] = [];
  readonly #source: GraphNode;
  readonly #exec = new Map<Waitable, number | (() => number)>();
  readonly #publishers = new Map<string, Publisher>();
  readonly times: ExecutionTimes = {
    clockAdvances: false,
    duration: (entity) => {
      const exec = this.#exec.get(entity) ?? 0;
      return (typeof exec === 'number' ? exec : exec()) * MS;
    },
    leaves: (_entity, _sender, _index, duration) => duration,
  };

  constructor(rearm: TimerRearm = 'after', seed = 0) {
    this.kernel = new Kernel({ timers: { rearm } });
    this.graph = new Graph({ kernel: this.kernel, seed });
    this.node = this.graph.createNode({ name: 'n' });
    this.#source = this.graph.createNode({ name: 'src' });
  }

  get now(): number {
    return this.kernel.now / MS;
  }

  /** A subscription; its callback publishes on `output`. */
  sub(name: string, exec: number, depth = 10, output?: string): Subscription {
    const type = types.message('std_msgs/msg/UInt64');
    const qos = { ...DEFAULT_QOS, depth };
    const out = output === undefined ? undefined : new Publisher(this.node, output, type);
    const onMessage = (message: MessageObject) => {
      const { data } = message as { data: bigint };
      this.log.push(`${name}${data}@${this.now}`);
      out?.publish({ data });
    };
    const subscription = new Subscription(this.node, name, type, onMessage, { qos });
    this.#exec.set(subscription, exec);
    return subscription;
  }

  /** Logs what arrives on a topic, as soon as it arrives. */
  sink(topic: string): void {
    const node = this.graph.createNode({ name: 'sink' });
    const onMessage = (message: MessageObject) =>
      this.log.push(`${topic}${(message as { data: bigint }).data}@${this.now}`);
    new Subscription(node, topic, types.message('std_msgs/msg/UInt64'), onMessage);
    node.attach(new EventsExecutor(this.kernel));
  }

  timer(name: string, period: number, exec: number | (() => number), output?: string): Timer {
    const type = types.message('std_msgs/msg/UInt64');
    const out = output === undefined ? undefined : new Publisher(this.node, output, type);
    const timer = new Timer(this.node, period * MS, () => {
      this.log.push(`${name}@${this.now}`);
      out?.publish({ data: 0n });
    });
    this.#exec.set(timer, exec);
    return timer;
  }

  /** Publishes the next number on a topic at each of these times, in ms. */
  at(topic: string, ...times: readonly number[]): void {
    let publisher = this.#publishers.get(topic);
    if (publisher === undefined) {
      const qos = { ...DEFAULT_QOS, depth: 1000 };
      publisher = new Publisher(this.#source, topic, types.message('std_msgs/msg/UInt64'), qos);
      this.#publishers.set(topic, publisher);
    }
    const sender = publisher;
    for (const time of times) {
      const step = () => sender.publish({ data: BigInt(sender.sequence + 1) });
      this.kernel.delays.push(time * MS, new Step(step));
    }
  }

  run(until: number): string {
    this.kernel.turn(Number.POSITIVE_INFINITY, { until: until * MS });
    return this.log.join(' ');
  }
}

class Step implements Delayed {
  position = -1;
  readonly background = false;

  constructor(readonly step: () => void) {}

  run(): boolean {
    this.step();
    return false;
  }

  label(): string {
    return 'step';
  }
}
