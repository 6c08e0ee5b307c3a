import { join } from 'node:path';
import type { Graph, Publisher } from '../graph/index.js';
import { type BagWriter, createBag } from './bag_writer.js';
import type { BagWriterOptions } from './bag_writer_options.js';
import { checkOptions } from './check_options.js';
import { InstantStamp } from './instant_stamp.js';
import type { RecordedQosProfile } from './recorded_qos_profile.js';
import type { SecondPacker } from './second_packer.js';
import { SnapshotBuffer } from './snapshot_buffer.js';
import { toRecordedQos } from './to_recorded_qos.js';
import { outputForm } from './tools/rewrite_bags.js';
import { isServiceEvent, listedTopics, type Selection, topicFilter } from './tools/selection.js';

/**
 * What to record, and how: the options of `ros2 bag record`. Plain data, which can cross threads.
 */
export interface RecorderOptions extends Omit<Selection, 'start' | 'end'>, BagWriterOptions {
  /** Also record unlisted topics with a name part that begins with `_`. Default true. */
  readonly hidden?: boolean | undefined;
  /** Record events of services (`…/_service_event`) although they are hidden. Default false. */
  readonly serviceEvents?: boolean | undefined;
  /** Record nothing before {@link BagRecorder.paused} is set to false. */
  readonly paused?: boolean | undefined;
  /** Only hold the latest messages, up to this many bytes, until {@link BagRecorder.snapshot}. */
  readonly snapshotBytes?: number | undefined;
}

const SKIPPED = -1;
/** A power of two. */
const RECENT = 64;

/**
 * Records what is published, at the time of publication, one channel per topic and type. A
 * recording is a function of the run: the same run gives the same bytes.
 *
 * It is written under a temporary name and gets its own on {@link close}; after a crash
 * {@link openBag} reads the temporary file up to the last chunk.
 */
export class BagRecorder {
  /** While true, nothing is recorded. */
  paused: boolean;
  readonly #bag: BagWriter;
  readonly #graph: Graph;
  readonly #stamp: InstantStamp;
  readonly #isWanted: (name: string, type: string) => boolean;
  readonly #channels = new Map<string, number>();
  // By identity, for speed; weakly, so that destroyed publishers can be collected.
  readonly #byPublisher = new WeakMap<Publisher, number>();
  /** Publishers that published recently: looking one up in a WeakMap is slow. */
  readonly #recent: (Publisher | undefined)[] = Array(RECENT).fill(undefined);
  readonly #recentChannels: number[] = Array(RECENT).fill(SKIPPED);
  readonly #snapshot: SnapshotBuffer | undefined;

  private constructor(bag: BagWriter, graph: Graph, options: RecorderOptions) {
    this.#bag = bag;
    this.#graph = graph;
    this.#stamp = new InstantStamp(graph);
    this.#isWanted = recordedTopics(options);
    this.paused = options.paused ?? false;
    const { snapshotBytes } = options;
    this.#snapshot = snapshotBytes === undefined ? undefined : new SnapshotBuffer(snapshotBytes);
  }

  /**
   * Starts a recording: a name ending in `.mcap` gives one file, any other a rosbag2 directory.
   *
   * @param packer - see {@link createBag}
   * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`, `ORR_OUTPUT_EXISTS`, `ORR_BAG_SELECTION`
   */
  static async create(
    path: string,
    graph: Graph,
    options: RecorderOptions = {},
    packer?: SecondPacker,
  ): Promise<BagRecorder> {
    checkOptions(options, 'a BagRecorder', 'recorder');
    topicFilter(options);
    const bag = await createBag(
      path,
      { form: outputForm(path), ...writerOptions(options) },
      packer,
    );
    return new BagRecorder(bag, graph, options);
  }

  /** Messages recorded so far. */
  get messageCount(): number {
    return this.#bag.messageCount;
  }

  /** Whether messages are held for a {@link snapshot} instead of being written. */
  get takesSnapshots(): boolean {
    return this.#snapshot !== undefined;
  }

  /** Called with the paths of the split file that ended and of the one that began, below `path`. */
  reportSplits(path: string, listener: (closed: string, opened: string) => void): void {
    this.#bag.onSplit = (closed, opened) => listener(join(path, closed), join(path, opened));
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    if (this.paused) return;
    const place = (publisher.node.number * 7 + publisher.index) & (RECENT - 1);
    const isRecent = this.#recent[place] === publisher;
    const channel = isRecent ? this.#recentChannels[place]! : this.#find(publisher, place);
    if (channel === SKIPPED) return;
    const stamp = this.#stamp.now();
    if (this.#snapshot === undefined) {
      this.#bag.writeStamped(channel, stamp, stamp, sequence >>> 0, bytes);
    } else {
      this.#snapshot.add(channel, stamp.time, sequence >>> 0, bytes);
    }
  }

  #find(publisher: Publisher, place: number): number {
    let channel = this.#byPublisher.get(publisher);
    if (channel === undefined) {
      channel = this.#channelOf(publisher);
      this.#byPublisher.set(publisher, channel);
    }
    this.#recent[place] = publisher;
    this.#recentChannels[place] = channel;
    return channel;
  }

  #channelOf(publisher: Publisher): number {
    const { name, type } = publisher;
    if (!this.#isWanted(name, type.name)) return SKIPPED;
    const key = `${name} ${type.name}`;
    const known = this.#channels.get(key);
    if (known !== undefined) {
      this.#bag.addOffer(known, toRecordedQos(publisher.qos));
      return known;
    }
    const channel = this.#bag.addTopic({
      name,
      type: type.name,
      typeHash: type.hash,
      schema: type.schemaText,
      offeredQosProfiles: this.#offers(publisher),
    });
    this.#channels.set(key, channel);
    for (const other of this.#publishersBeside(publisher)) this.#byPublisher.set(other, channel);
    return channel;
  }

  /** One profile per publisher that the topic has when its first message comes. */
  #offers(publisher: Publisher): RecordedQosProfile[] {
    const publishers = this.#publishersBeside(publisher);
    return (publishers.length === 0 ? [publisher] : publishers).map(({ qos }) =>
      toRecordedQos(qos),
    );
  }

  #publishersBeside({ name, type, node }: Publisher): readonly Publisher[] {
    const publishers = this.#graph.domain(node.domain).findTopic(name)?.publishers ?? [];
    return publishers.filter((other) => other.type.name === type.name);
  }

  /** Writes the held messages, in order; false unless the recorder takes snapshots. */
  snapshot(): boolean {
    if (this.#snapshot === undefined) return false;
    for (const { channel, stamp, sequence, data } of this.#snapshot.take()) {
      this.#bag.write(channel, stamp, stamp, sequence, data);
    }
    return true;
  }

  /** Ends the current file of a rosbag2 directory and begins another; false if there is no need. */
  split(): boolean {
    return this.#bag.split();
  }

  /** Makes the file on the disk a complete one that holds everything so far. */
  checkpoint(): void {
    this.#bag.checkpoint();
  }

  /** Completes the recording and gives it its name. */
  close(): void {
    this.#bag.close();
  }

  /** Abandons the recording and removes what was written. */
  discard(): void {
    this.#bag.discard();
  }
}

/** The selection, without hidden topics unless they are requested. */
function recordedTopics(options: RecorderOptions): (name: string, type: string) => boolean {
  const isSelected = topicFilter(options);
  const { hidden = true, serviceEvents = false } = options;
  const listed = listedTopics(options) ?? [];
  return (name, type) =>
    isSelected(name, type) &&
    (hidden ||
      !name.includes('/_') ||
      listed.includes(name) ||
      (serviceEvents && isServiceEvent(name)));
}

/** The options that concern the bag. */
function writerOptions(options: RecorderOptions): BagWriterOptions {
  const { hidden, serviceEvents, paused, snapshotBytes, ...others } = options;
  const { topics, services, regex, types, ...left } = others;
  const { exclude, excludeServices, excludeTypes, excludeRegex, ...writing } = left;
  return writing;
}
