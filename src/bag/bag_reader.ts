import { join, resolve } from 'node:path';
import { counted, OrreryError, requireKnownOptions } from '../errors/index.js';
import type { BagWarning } from './bag_error.js';
import { decompressMessage, loadCompression } from './compression.js';
import { statSync } from './file_access.js';
import { locateBag, openStorage } from './locate_bag.js';
import type { Audit } from './mcap_facts.js';
import { mergeFiles } from './merge_files.js';
import { mergeTopics } from './merge_topics.js';
import type { BagMetadataYaml } from './metadata.js';
import { readEmbeddedMetadata } from './read_embedded_metadata.js';
import type { RecordedQosProfile } from './recorded_qos_profile.js';
import type {
  BagMessage,
  Checksums,
  MessageOrder,
  MessageQuery,
  RecordedSchema,
  StorageFile,
} from './storage_file.js';

/** One topic of a bag. */
export interface BagTopic {
  readonly name: string;
  /** ROS type, e.g. `sensor_msgs/msg/Imu`. */
  readonly type: string;
  /** Usually `cdr`. */
  readonly serializationFormat: string;
  /** One profile per recorded publisher; empty where the bag says nothing. */
  readonly offeredQosProfiles: readonly RecordedQosProfile[];
  /** `RIHS01_…`, or empty. */
  readonly typeHash: string;
  /** Definition of the type, where the bag carries it. */
  readonly schema: RecordedSchema | undefined;
  readonly messageCount: number;
}

/** The summary of a bag. Times in nanoseconds since the epoch; 0n if there is no message. */
export interface BagMetadata {
  readonly start: bigint;
  readonly end: bigint;
  readonly duration: bigint;
  readonly messageCount: number;
  readonly storageIdentifier: 'mcap' | 'sqlite3';
  readonly compressionFormat: string;
  /** `FILE`, `MESSAGE` or empty. */
  readonly compressionMode: string;
  readonly rosDistro: string;
  /** Version of `metadata.yaml`, 0 without one. */
  readonly version: number;
  /** The storage files in order. */
  readonly files: readonly string[];
  /** Bytes of all storage files on disk. */
  readonly byteSize: number;
  readonly topics: readonly BagTopic[];
}

/** What {@link BagReader.messages} yields. */
export interface ReadOptions {
  /** Names of the topics to read; all when absent. */
  readonly topics?: Iterable<string> | undefined;
  /** First and last stamp to read, both included; by the stamp that `order` sorts by. */
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  /** `received` (default): by log time. `sent`: by publish time. */
  readonly order?: MessageOrder | undefined;
}

/** The result of auditing one file of a bag. */
export interface FileAudit extends Audit {
  readonly file: string;
}

/** An open bag. Reading is synchronous; the iterator works with `for…of` and `for await…of`. */
export interface BagReader {
  readonly path: string;
  readonly metadata: BagMetadata;
  readonly topics: readonly BagTopic[];
  /** Warnings about what was recovered, ignored or contradictory. */
  readonly warnings: readonly BagWarning[];
  /**
   * All messages in stamp order, equal stamps in recorded order (files in their order, each in
   * file order). Several iterations may run at once. Memory does not grow with the bag.
   *
   * @throws OrreryError `ORR_BAG_…` where the file is damaged, when the iteration reaches it.
   */
  messages(options?: ReadOptions): IterableIterator<BagMessage>;
  /** How many of the parts that hold messages have a checksum. */
  checksums(): Checksums;
  /** Reads all files for contradictions that a reader of messages does not notice; one result per file. */
  audit(): readonly FileAudit[];
  close(): void;
}

/**
 * Opens a rosbag2 directory or a single storage file (`.mcap`, `.db3`, or either compressed as a
 * whole with zstd). The kind is recognised by content, not by name.
 *
 * @throws OrreryError `ORR_BAG_NOT_FOUND`, `ORR_BAG_NOT_A_BAG`, `ORR_BAG_METADATA`,
 *   `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED`, `ORR_BAG_CRC`, `ORR_BAG_COMPRESSION`, …
 */
export async function openBag(path: string, options: OpenOptions = {}): Promise<BagReader> {
  requireKnownOptions(options, { recover: true }, 'openBag()');
  await loadCompression();
  return new OpenBag(resolve(path), options.recover === true);
}

/** Options of {@link openBag}. */
export interface OpenOptions {
  /**
   * Skip damaged parts instead of refusing the bag: in MCAP the damaged chunks, in sqlite3
   * everything after the first damage. A warning `ORR_BAG_LOST` says what was skipped.
   */
  readonly recover?: boolean;
}

class OpenBag implements BagReader {
  readonly path: string;
  readonly metadata: BagMetadata;
  readonly warnings: readonly BagWarning[];
  readonly #files: StorageFile[];
  readonly #unpackMessages: boolean;
  /** Many split files are not kept open at the same time; a single file stays open. */
  readonly #isSplit: boolean;

  constructor(path: string, recover: boolean) {
    this.path = path;
    const warnings: BagWarning[] = [];
    const { files, yaml } = locateBag(path, warnings);
    this.#files = [];
    this.#isSplit = files.length > 1;
    try {
      for (const path of files) {
        const file = recover ? openDamaged(path, warnings, this.#isSplit) : openStorage(path);
        if (file === undefined) continue;
        this.#files.push(file);
        if (this.#isSplit) file.release();
      }
    } catch (error) {
      this.close();
      throw error;
    }
    for (const file of this.#files) warnings.push(...file.warnings);
    this.warnings = warnings;
    const known = yaml ?? readEmbeddedMetadata(this.#files, warnings);
    this.#unpackMessages = known?.compressionMode === 'MESSAGE';
    const isMeasured =
      recover || yaml === undefined || this.#files[0]?.storageIdentifier === 'mcap';
    const content = isMeasured ? this.#measure() : fromYaml(yaml);
    this.metadata = this.#describe(yaml, known, content, warnings);
  }

  get topics(): readonly BagTopic[] {
    return this.metadata.topics;
  }

  #describe(
    yaml: BagMetadataYaml | undefined,
    known: BagMetadataYaml | undefined,
    content: Content,
    warnings: BagWarning[],
  ): BagMetadata {
    const topics = mergeTopics(this.#files, yaml, known, content.countByTopic);
    if (yaml !== undefined && yaml.messageCount !== content.messageCount) {
      const message = `metadata.yaml counts ${counted(yaml.messageCount, 'message')}, the files hold ${content.messageCount}.`;
      warnings.push({ code: 'ORR_BAG_METADATA', message, file: join(this.path, 'metadata.yaml') });
    }
    const start = content.start ?? 0n;
    const end = content.end ?? start;
    return {
      start,
      end,
      duration: end - start,
      messageCount: content.messageCount,
      storageIdentifier: this.#files[0]?.storageIdentifier ?? 'mcap',
      compressionFormat: known?.compressionFormat ?? '',
      compressionMode: known?.compressionMode ?? '',
      rosDistro: known?.rosDistro ?? '',
      version: yaml?.version ?? 0,
      files: this.#files.map((file) => file.path),
      byteSize: this.#files.reduce((sum, file) => sum + statSync(file.path).size, 0),
      topics,
    };
  }

  #measure(): Content {
    const total: Content = {
      messageCount: 0,
      start: undefined,
      end: undefined,
      countByTopic: new Map(),
    };
    for (const file of this.#files) {
      const content = file.content();
      if (this.#isSplit) file.release();
      total.messageCount += content.messageCount;
      if (content.start !== undefined && !(total.start! <= content.start))
        total.start = content.start;
      if (content.end !== undefined && !(total.end! >= content.end)) total.end = content.end;
      for (const [topic, count] of content.countByTopic) {
        total.countByTopic.set(topic, (total.countByTopic.get(topic) ?? 0) + count);
      }
    }
    return total;
  }

  messages(options: ReadOptions = {}): IterableIterator<BagMessage> {
    const query: MessageQuery = {
      topics: options.topics === undefined ? undefined : new Set(options.topics),
      start: options.start,
      end: options.end,
      order: options.order ?? 'received',
    };
    const stored =
      this.#files.length === 1 ? this.#files[0]!.messages(query) : mergeFiles(this.#files, query);
    return this.#unpackMessages ? unpacked(stored, this.path) : stored;
  }

  checksums(): Checksums {
    const all = this.#files.map((file) => file.checksums());
    return {
      parts: all.reduce((sum, { parts }) => sum + parts, 0),
      checked: all.reduce((sum, { checked }) => sum + checked, 0),
    };
  }

  audit(): readonly FileAudit[] {
    return this.#files.map((file) => {
      const audit = file.audit();
      if (this.#isSplit) file.release();
      return { ...audit, file: file.path };
    });
  }

  close(): void {
    for (const file of this.#files) file.release();
  }
}

/** In a bag of several files, one may be lost as a whole. */
function openDamaged(
  path: string,
  warnings: BagWarning[],
  isSplit: boolean,
): StorageFile | undefined {
  try {
    const file = openStorage(path, true);
    // The losses are known only once everything has been read.
    file.content();
    return file;
  } catch (error) {
    if (!isSplit || !(error instanceof OrreryError)) throw error;
    const message = `the whole file is left out (${error.message})`;
    warnings.push({ code: 'ORR_BAG_LOST', message, file: path });
    return undefined;
  }
}

interface Content {
  messageCount: number;
  start: bigint | undefined;
  end: bigint | undefined;
  countByTopic: Map<string, number>;
}

function fromYaml(yaml: BagMetadataYaml): Content {
  const empty = yaml.messageCount === 0;
  return {
    messageCount: yaml.messageCount,
    start: empty ? undefined : yaml.start,
    end: empty ? undefined : yaml.start + yaml.duration,
    countByTopic: new Map(yaml.topics.map((topic) => [topic.name, topic.messageCount])),
  };
}

function* unpacked(
  messages: Iterable<BagMessage>,
  path: string,
): Generator<BagMessage, void, void> {
  for (const message of messages) {
    yield { ...message, data: decompressMessage(message.data, path, message.topic) };
  }
}
