import type { Graph, Publisher } from '../graph/index.js';
import { type BagWriter, type BagWriterOptions, createBag } from './bag_writer.js';
import { InstantStamp } from './instant_stamp.js';
import type { RecordedQosProfile } from './qos_yaml.js';
import { toRecordedQos } from './recorded_qos.js';
import { outputForm } from './tools/rewrite.js';
import { type Selection, topicFilter } from './tools/selection.js';

/** What to record, and how: the options of `ros2 bag record`. Plain data, which can cross threads. */
export interface RecorderOptions extends Omit<Selection, 'start' | 'end'>, BagWriterOptions {
  /** Also topics with a name part that begins with `_`. Default true. */
  readonly hidden?: boolean | undefined;
}

const SKIPPED = -1;

/**
 * Records what is published, at the time of publication, one channel per topic and type. A
 * recording is a function of the run: the same run gives the same bytes.
 *
 * It is written under a temporary name and gets its own on {@link close}; after a crash
 * {@link openBag} reads the temporary file up to the last chunk.
 */
export class BagRecorder {
  readonly #bag: BagWriter;
  readonly #graph: Graph;
  readonly #stamp: InstantStamp;
  readonly #wanted: (name: string, type: string) => boolean;
  readonly #hidden: boolean;
  readonly #channels = new Map<string, number>();
  // By identity, for speed; weakly, so that destroyed publishers can be collected.
  readonly #byPublisher = new WeakMap<Publisher, number>();

  private constructor(bag: BagWriter, graph: Graph, options: RecorderOptions) {
    this.#bag = bag;
    this.#graph = graph;
    this.#stamp = new InstantStamp(graph);
    this.#wanted = topicFilter(options);
    this.#hidden = options.hidden ?? true;
  }

  /**
   * Starts a recording: a name ending in `.mcap` gives one file, any other a rosbag2 directory.
   *
   * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`, `ORR_OUTPUT_EXISTS`, `ORR_BAG_SELECTION`
   */
  static async create(
    path: string,
    graph: Graph,
    options: RecorderOptions = {},
  ): Promise<BagRecorder> {
    topicFilter(options);
    const bag = await createBag(path, { form: outputForm(path), ...options });
    return new BagRecorder(bag, graph, options);
  }

  /** Messages recorded so far. */
  get messageCount(): number {
    return this.#bag.messageCount;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    let channel = this.#byPublisher.get(publisher);
    if (channel === undefined) {
      channel = this.#channel(publisher);
      this.#byPublisher.set(publisher, channel);
    }
    if (channel === SKIPPED) return;
    const stamp = this.#stamp.value;
    this.#bag.write(channel, stamp, stamp, sequence >>> 0, bytes);
  }

  #channel(publisher: Publisher): number {
    const { name, type } = publisher;
    if (!this.#hidden && name.includes('/_')) return SKIPPED;
    if (!this.#wanted(name, type.name)) return SKIPPED;
    const key = `${name} ${type.name}`;
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = this.#bag.addTopic({
        name,
        type: type.name,
        typeHash: type.hash,
        schema: type.schemaText,
        offeredQosProfiles: this.#offers(publisher),
      });
      this.#channels.set(key, channel);
    }
    return channel;
  }

  /** One profile per publisher that the topic has when its first message comes. */
  #offers({ name, type, node, qos }: Publisher): RecordedQosProfile[] {
    const publishers = this.#graph.domain(node.domain).findTopic(name)?.publishers ?? [];
    const offers = publishers.filter((other) => other.type.name === type.name);
    return (offers.length === 0 ? [qos] : offers.map((other) => other.qos)).map(toRecordedQos);
  }

  flush(): void {
    this.#bag.flush();
  }

  /** Completes the recording and gives it its name. */
  close(): void {
    this.#bag.close();
  }

  /** Gives the recording up and removes what was written. */
  discard(): void {
    this.#bag.discard();
  }
}
