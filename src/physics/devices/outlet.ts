import {
  DEFAULT_QOS,
  type GraphNode,
  Publisher,
  type Qos,
  Subscription,
  Timer,
} from '../../graph/index.js';
import type { MessageObject, TypeRegistry } from '../../interfaces/index.js';
import type { RandomStream } from '../../kernel/index.js';
import type { Robot } from '../bodies/robot.js';
import type { Quaternion } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';
import type { PhysicsWorld } from '../physics_world.js';

/** What ROS's time messages hold. */
export interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

/** The names of a robot: its namespace, its remappings, and the prefix of its frames. */
export interface RobotNames {
  /** The absolute topic for a name in a file. */
  topic(name: string): string;
  frame(name: string): string;
}

/** A robot's connection to the graph, through which its devices publish, subscribe and set timers. */
export class Outlet {
  readonly robot: Robot;
  readonly world: PhysicsWorld;
  readonly names: RobotNames;
  readonly #node: GraphNode;
  readonly #types: TypeRegistry;

  constructor(
    node: GraphNode,
    types: TypeRegistry,
    { robot, world, names }: Pick<Outlet, 'robot' | 'world' | 'names'>,
  ) {
    this.#node = node;
    this.#types = types;
    this.robot = robot;
    this.world = world;
    this.names = names;
  }

  /** The virtual time of the world's state, in s. */
  get seconds(): number {
    return this.#node.graph.kernel.now / 1e9;
  }

  get stamp(): Stamp {
    const time = this.#node.graph.epoch + BigInt(this.#node.graph.kernel.now);
    return { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) };
  }

  /** @returns a function that publishes a message */
  publisher(topic: string, type: string, qos: Partial<Qos> = {}): (message: object) => void {
    const message = this.#types.message(type);
    const name = this.names.topic(topic);
    const publisher = new Publisher(this.#node, name, message, { ...DEFAULT_QOS, ...qos });
    return (value) => publisher.publish(value);
  }

  /** Subscribes; the world has been simulated up to the moment of the message when `callback` runs. */
  hear<T extends object>(topic: string, type: string, callback: (message: T) => void): void {
    const name = this.names.topic(topic);
    new Subscription(this.#node, name, this.#types.message(type), (message) => {
      this.world.advanceTo(this.#node.graph.kernel.now);
      callback(message as MessageObject as T);
    });
  }

  /** Calls `callback` periodically; the world has then been simulated up to that moment. */
  every(period: number, callback: () => void): void {
    new Timer(this.#node, period, () => {
      this.world.advanceTo(this.#node.graph.kernel.now);
      callback();
    });
  }

  /** Random numbers of a device of this robot. */
  random(device: string): RandomStream {
    return this.#node.graph.random.stream(`physics ${this.robot.name} ${device}`);
  }
}

export function xyz([x, y, z]: Vector) {
  return { x, y, z };
}

export function xyzw([w, x, y, z]: Quaternion) {
  return { x, y, z, w };
}
