import { basename, join, resolve } from 'node:path';
import { bagError } from './bag_error.js';
import type { BagWriterOptions, SplitListener } from './bag_writer_options.js';
import { checkOptions } from './check_options.js';
import { PACKING_LEVEL } from './chunk_packer.js';
import { type ChunkCompression, canCompress, loadCompressor } from './compression.js';
import { describeBag } from './describe_bag.js';
import { McapWriter } from './mcap_writer.js';
import {
  type BagMetadataYaml,
  formatEmbeddedMetadata,
  formatMetadata,
  type MetadataFile,
  NO_START_TIME,
} from './metadata.js';
import { noteOffer } from './note_offer.js';
import {
  checkOverwrite,
  makeDirectory,
  moveIntoPlace,
  OutputFile,
  partialName,
  removeAll,
} from './output_file.js';
import type { PackingLane } from './packing_lane.js';
import type { RecordedQosProfile } from './recorded_qos_profile.js';
import type { SecondPacker } from './second_packer.js';
import { Stamp } from './stamps.js';
import type { TableMessage } from './table_records.js';
import { channelOf, type NewTopic, type TopicState } from './topic_state.js';

const DEFAULT_CHUNK_BYTES = 1 << 20;
const DEFAULT_LEVEL = 1;
const DEFAULT_LIBRARY = 'orrery';
const DEFAULT_DISTRO = 'jazzy';
/** The name of a single file in its metadata: equal recordings have equal bytes under any name. */
const SINGLE_FILE = 'recording.mcap';

/**
 * Starts a recording. Everything that can fail for lack of permission fails here.
 *
 * Unless it is written in place, the bag has a temporary name beside `path` (`….partial-<pid>`) until
 * `close()`. If the process dies, what was written so far can be opened by {@link openBag}.
 *
 * @param packer - packs the chunks of a single file in a second thread; the bytes are the same
 * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`, `ORR_OUTPUT_EXISTS`
 */
export async function createBag(
  path: string,
  options: BagWriterOptions = {},
  packer?: SecondPacker,
): Promise<BagWriter> {
  checkOptions(options, 'createBag()', 'writer');
  await loadCompressor();
  return new BagWriter(resolve(path), options, packer);
}

/** A bag that is being written; see {@link createBag}. All calls are synchronous. */
export class BagWriter {
  readonly path: string;
  readonly #options: BagWriterOptions;
  readonly #directory: boolean;
  readonly #partial: string;
  readonly #lane: PackingLane | undefined;
  readonly #topics: TopicState[] = [];
  readonly #files: MetadataFile[] = [];
  readonly #maxBytes: number;
  readonly #maxDuration: bigint | undefined;
  #output: OutputFile;
  #mcap: McapWriter;
  #fileStart = 0n;
  readonly #logTime = new Stamp();
  readonly #publishTime = new Stamp();
  #closed = false;
  messageCount = 0;
  /** Called when a new split file begins. */
  onSplit: SplitListener | undefined;

  /** Use {@link createBag}. */
  constructor(path: string, options: BagWriterOptions, packer?: SecondPacker) {
    this.path = path;
    this.#options = options;
    this.#directory = options.form === 'directory';
    this.#maxBytes = (this.#directory ? options.maxFileBytes : undefined) ?? Infinity;
    this.#maxDuration = this.#directory ? options.maxFileDuration : undefined;
    const inPlace = options.inPlace === true && !this.#directory;
    this.#partial = inPlace ? path : partialName(path);
    // Where a file is split depends on its size, which must then be known at every message.
    const { chunkBytes = DEFAULT_CHUNK_BYTES } = options;
    checkOverwrite(path, options.form ?? 'file', options.overwrite === true);
    makeDirectory(this.#directory ? this.#partial : join(path, '..'));
    try {
      this.#output = new OutputFile(this.#partialFile());
      const isAlone = this.#directory || packer === undefined;
      this.#lane = isAlone ? undefined : packer.lane(chunkBytes, this.#output.identity);
      this.#mcap = this.#startFile();
    } catch (error) {
      if (!inPlace) removeAll(this.#partial);
      throw error;
    }
  }

  #fileName(): string {
    return this.#directory ? `${basename(this.path)}_${this.#files.length}.mcap` : SINGLE_FILE;
  }

  #partialFile(): string {
    return this.#directory ? join(this.#partial, this.#fileName()) : this.#partial;
  }

  #startFile(): McapWriter {
    const { compression = canCompress ? 'zstd' : 'none' } = this.#options;
    const chunkCompression: ChunkCompression = compression === 'none' ? '' : compression;
    const compressionLevel = this.#options.compressionLevel ?? DEFAULT_LEVEL;
    const isLanes = chunkCompression === 'zstd' && compressionLevel === PACKING_LEVEL;
    const mcap = new McapWriter(this.#output, {
      library: this.#options.library ?? DEFAULT_LIBRARY,
      compression: chunkCompression,
      compressionLevel,
      chunkBytes: this.#options.chunkBytes ?? DEFAULT_CHUNK_BYTES,
      lane: isLanes ? this.#lane : undefined,
    });
    for (const state of this.#topics) mcap.addChannel(channelOf(state));
    return mcap;
  }

  /** Adds a topic and returns the id for {@link write}. May be called at any time. */
  addTopic(topic: NewTopic): number {
    const offers: RecordedQosProfile[] = [];
    for (const profile of topic.offeredQosProfiles ?? []) noteOffer(offers, profile);
    const state = { topic, offers, count: 0 };
    this.#topics.push(state);
    return this.#mcap.addChannel(channelOf(state));
  }

  /**
   * Another publisher of this topic appeared. The channel of the current file stays as it was
   * written; the metadata of the bag, and further split files, name its profile too.
   */
  addOffer(topicId: number, profile: RecordedQosProfile): void {
    const offers = this.#topics[topicId - 1]?.offers;
    if (offers !== undefined) noteOffer(offers, profile);
  }

  /**
   * Appends a message. `data` is copied, the caller may reuse it.
   *
   * @param topicId - from {@link addTopic}
   * @param logTime - when it was received, nanoseconds since the epoch, 0 to 2^63-1
   * @param publishTime - when it was sent
   * @param sequence - 32 bits
   * @throws OrreryError `ORR_OUTPUT_UNWRITABLE` when the disk is full; `ORR_BAG_WRITE` for an
   *   unknown topic id or after `close()`
   */
  write(
    topicId: number,
    logTime: bigint,
    publishTime: bigint,
    sequence: number,
    data: Uint8Array,
  ): void {
    this.#logTime.set(logTime);
    this.#publishTime.set(publishTime);
    this.writeStamped(topicId, this.#logTime, this.#publishTime, sequence, data);
  }

  /** {@link write} for callers whose times are not BigInts. */
  writeStamped(
    topicId: number,
    logTime: Stamp,
    publishTime: Stamp,
    sequence: number,
    data: Uint8Array,
  ): void {
    this.#prepare(logTime);
    this.#mcap.write(topicId, logTime, publishTime, sequence, data);
    this.#topics[topicId - 1]!.count++;
    this.messageCount++;
  }

  /** {@link writeStamped} for messages of tables. */
  writeTables(
    topicId: number,
    logTime: Stamp,
    publishTime: Stamp,
    sequence: number,
    message: TableMessage,
  ): void {
    this.#prepare(logTime);
    this.#mcap.writeTables(topicId, logTime, publishTime, sequence, message);
    this.#topics[topicId - 1]!.count++;
    this.messageCount++;
  }

  #prepare(logTime: Stamp): void {
    if (this.#closed) throw bagError('ORR_BAG_WRITE', 'the bag is closed.', { file: this.path });
    if (this.#directory) this.#splitIfFull(logTime.time);
  }

  #splitIfFull(logTime: bigint): void {
    if (this.#isFull(logTime)) this.split();
    if (this.#mcap.messageCount === 0) this.#fileStart = logTime;
  }

  #isFull(logTime: bigint): boolean {
    if (this.#mcap.messageCount === 0) return false;
    if (this.#mcap.size >= this.#maxBytes) return true;
    return this.#maxDuration !== undefined && logTime - this.#fileStart >= this.#maxDuration;
  }

  /**
   * Ends the current split file and starts the next one.
   *
   * @returns false for a single file, or if nothing was written since the last split
   */
  split(): boolean {
    if (!this.#directory || this.#closed || this.#mcap.messageCount === 0) return false;
    const closed = this.#fileName();
    this.#finishFile();
    this.#output = new OutputFile(this.#partialFile());
    this.#mcap = this.#startFile();
    this.onSplit?.(closed, this.#fileName());
    return true;
  }

  #finishFile(): void {
    try {
      this.#describeFile();
      this.#mcap.finish();
    } finally {
      this.#output.close();
    }
  }

  /** Ends the current file with its metadata. */
  #describeFile(): void {
    const mcap = this.#mcap;
    mcap.closeChunk();
    const empty = mcap.messageCount === 0;
    this.#files.push({
      path: this.#fileName(),
      start: empty ? NO_START_TIME : mcap.start,
      duration: empty ? 0n : mcap.end - mcap.start,
      messageCount: mcap.messageCount,
    });
    const embedded = formatEmbeddedMetadata(this.#metadata());
    mcap.writeMetadata('rosbag2', new Map([['serialized_metadata', embedded]]));
  }

  /**
   * Makes the file on the disk complete, with everything written so far; more may be written afterwards.
   *
   * @param writeRest - writes what the file shall hold until then, and no longer
   */
  checkpoint(writeRest?: () => void): void {
    if (this.#closed) return;
    const { messageCount } = this;
    const counts = this.#topics.map(({ count }) => count);
    this.#mcap.checkpoint(() => {
      writeRest?.();
      this.#describeFile();
    });
    this.#files.pop();
    this.messageCount = messageCount;
    for (const [i, count] of counts.entries()) this.#topics[i]!.count = count;
  }

  #metadata(): BagMetadataYaml {
    const { rosDistro } = this.#options;
    return describeBag(this.#files, this.#topics, this.messageCount, rosDistro ?? DEFAULT_DISTRO);
  }

  /** Completes the bag and gives it its name. Calling it again does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#finishFile();
    if (this.#directory) {
      const yaml = new OutputFile(join(this.#partial, 'metadata.yaml'));
      yaml.write(new TextEncoder().encode(formatMetadata(this.#metadata())));
      yaml.close();
    }
    if (this.#partial !== this.path) moveIntoPlace(this.#partial, this.path);
  }

  /** Abandons the recording and removes what was written. */
  discard(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#output.discard();
    removeAll(this.#partial);
  }
}
