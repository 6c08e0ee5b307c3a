import { OrreryError } from '../errors/index.js';
import { type Graph, type GraphNode, Publisher, Waitable } from '../graph/index.js';
import type { MessageType, TypeRegistry } from '../interfaces/index.js';
import type { Delayed, Source } from '../kernel/index.js';
import type { BagReader, BagTopic } from './bag_reader.js';
import { offerForPlayback } from './recorded_qos.js';
import type { BagMessage } from './storage_file.js';

export interface BagPlayerOptions {
  /** Names of the topics to play; all by default. */
  readonly topics?: readonly string[];
  /** Name of the player node. Default: `rosbag2_player`. */
  readonly name?: string;
  /** Called when the last message has been published. */
  readonly onFinished?: () => void;
}

/**
 * Plays a bag in virtual time: every message is published at its own stamp, not on a polling
 * grid. Each one is a callback of the player node. Messages of equal stamps keep their recorded
 * order; what is ready runs between them, so that a shallow queue does not lose any.
 */
export class BagPlayer implements Source {
  readonly node: GraphNode;
  readonly #graph: Graph;
  readonly #bag: BagReader;
  readonly #publishers = new Map<string, Publisher>();
  readonly #messages: Iterator<BagMessage>;
  readonly #tick: PlayerTick;
  readonly #onFinished: (() => void) | undefined;
  #next: BagMessage | undefined;
  #due = Number.POSITIVE_INFINITY;
  #waiting = false;

  /** Creates the player's node and publishers; nothing is published before {@link start}. */
  constructor(graph: Graph, types: TypeRegistry, bag: BagReader, options: BagPlayerOptions = {}) {
    this.#graph = graph;
    this.#bag = bag;
    this.#onFinished = options.onFinished;
    this.node = graph.createNode({ name: options.name ?? 'rosbag2_player' });
    this.#tick = new PlayerTick(this.node, () => this.#publish());
    for (const topic of selectTopics(bag, options.topics)) {
      const publisher = new Publisher(
        this.node,
        topic.name,
        typeOf(topic, types, bag.path),
        offerForPlayback(topic.offeredQosProfiles),
      );
      this.#publishers.set(topic.name, publisher);
    }
    this.#messages = bag.messages({ topics: this.#publishers.keys() });
  }

  /** The clock has its initial time: from now on messages are due. */
  start(): void {
    this.#graph.kernel.addSource(this);
    this.#advance();
  }

  get nextDue(): number {
    return this.#waiting ? Number.POSITIVE_INFINITY : this.#due;
  }

  advance(): undefined {
    this.#waiting = true;
    this.#graph.kernel.delays.push(this.#due, this.#tick);
    return undefined;
  }

  /** Gives the bag back. */
  close(): void {
    this.#graph.kernel.removeSource(this);
    this.#bag.close();
  }

  #publish(): void {
    const message = this.#next!;
    this.#publishers.get(message.topic)!.publishSerialized(message.data);
    this.#waiting = false;
    this.#advance();
    if (this.#due > this.#graph.kernel.now) return;
    // Its turn comes again after what has just become ready.
    this.#waiting = true;
    this.#graph.kernel.ready.push(this.#tick);
  }

  #advance(): void {
    const { value, done } = this.#messages.next();
    if (done === true) {
      this.#next = undefined;
      this.#due = Number.POSITIVE_INFINITY;
      this.#onFinished?.();
      return;
    }
    this.#next = value;
    const offset = Number(value.logTime - this.#graph.epoch);
    this.#due = Math.max(offset, this.#graph.kernel.now);
  }
}

/** The player's callback: publishes one message. */
class PlayerTick extends Waitable implements Delayed {
  position = -1;
  readonly background = false;
  readonly name = 'play';
  protected readonly backlogLimit = 0;
  readonly #callback: () => void;

  constructor(node: GraphNode, callback: () => void) {
    super(node, 'timer');
    this.#callback = callback;
  }

  run(): boolean {
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.graph.kernel.delays.remove(this);
  }
}

function selectTopics(bag: BagReader, wanted: readonly string[] | undefined): BagTopic[] {
  if (wanted === undefined) return [...bag.topics];
  return wanted.map((name) => {
    const topic = bag.topics.find((candidate) => candidate.name === name);
    if (topic !== undefined) return topic;
    const known = bag.topics.map((candidate) => candidate.name).sort();
    throw new OrreryError(
      'ORR_BAG_TOPIC',
      `${bag.path} has no topic ${name}; it has ${known.join(', ')}.`,
      { place: { file: bag.path, topic: name } },
    );
  });
}

/** The topic's type: known to the registry, or as the bag itself defines it. */
function typeOf(topic: BagTopic, types: TypeRegistry, file: string): MessageType {
  if (types.has(topic.type)) return types.message(topic.type);
  if (topic.schema?.encoding === 'ros2msg') return types.fromSchema(topic.type, topic.schema.text);
  throw new OrreryError(
    'ORR_UNKNOWN_TYPE',
    `Topic ${topic.name} of ${file} has the type ${topic.type}, which is unknown and not defined in the bag; ` +
      'give the directory of its package, or leave the topic out.',
    { place: { file, topic: topic.name, type: topic.type } },
  );
}
