import { basename, join, resolve } from 'node:path';
import { type BagWarning, bagError } from './bag_error.js';
import { type ByteSource, CompressedFileSource, FileSource } from './byte_source.js';
import { decompressMessage, isZstd, loadCompression } from './compression.js';
import { Db3File } from './db3_reader.js';
import { existsSync, readdirSync, readFileSync, reasonOf, statSync } from './file_access.js';
import { McapFile } from './mcap_reader.js';
import { MCAP_MAGIC } from './mcap_records.js';
import { MessageHeap, type TimedCursor } from './message_heap.js';
import { type BagMetadataYaml, parseMetadata } from './metadata.js';
import { parseQosProfiles, type RecordedQosProfile } from './qos_yaml.js';
import { isSqlite } from './sqlite_file.js';
import type {
  BagMessage,
  MessageOrder,
  MessageQuery,
  RecordedSchema,
  StorageFile,
  StorageTopic,
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

/** What a bag is. Times in nanoseconds since the epoch; 0n when there is no message. */
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
  /** First and last stamp to read, both included; of the stamp that `order` sorts by. */
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  /** `received` (default): by log time. `sent`: by publish time. */
  readonly order?: MessageOrder | undefined;
}

/** An open bag. Reading is synchronous; the iterator works with `for…of` and `for await…of`. */
export interface BagReader {
  readonly path: string;
  readonly metadata: BagMetadata;
  readonly topics: readonly BagTopic[];
  /** What was recovered, ignored or contradictory. */
  readonly warnings: readonly BagWarning[];
  /**
   * All messages in stamp order, equal stamps in recorded order (files in their order, each in
   * file order). Several iterations may run at once. Memory does not grow with the bag.
   *
   * @throws OrreryError `ORR_BAG_…` where the file is damaged, when the iteration comes to it.
   */
  messages(options?: ReadOptions): IterableIterator<BagMessage>;
  close(): void;
}

/**
 * Opens a rosbag2 directory or a single storage file (`.mcap`, `.db3`, or either compressed as a
 * whole with zstd). The kind is recognised by content, not by name.
 *
 * @throws OrreryError `ORR_BAG_NOT_FOUND`, `ORR_BAG_NOT_A_BAG`, `ORR_BAG_METADATA`,
 *   `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED`, `ORR_BAG_CRC`, `ORR_BAG_COMPRESSION`, …
 */
export async function openBag(path: string): Promise<BagReader> {
  await loadCompression();
  return new OpenBag(resolve(path));
}

/** Chooses the reader by the first bytes of the file. */
function openStorage(path: string): StorageFile {
  let source: ByteSource = new FileSource(path);
  let head = source.read(0, Math.min(16, source.size));
  if (isZstd(head)) {
    source.release();
    source = new CompressedFileSource(path);
    head = source.read(0, Math.min(16, source.size));
  }
  try {
    if (MCAP_MAGIC.every((byte, index) => head[index] === byte)) return new McapFile(source);
    if (isSqlite(head)) return new Db3File(source);
  } catch (error) {
    source.release();
    throw error;
  }
  source.release();
  const text = new TextDecoder('latin1').decode(head);
  const message = text.startsWith('#ROSBAG V')
    ? 'is a ROS 1 bag; convert it to ROS 2 first.'
    : 'is neither an MCAP file nor a SQLite database.';
  throw bagError('ORR_BAG_NOT_A_BAG', message, { file: path, offset: 0 });
}

/** The storage files that a directory names, in order. */
function filesOf(directory: string, metadata: BagMetadataYaml, file: string): string[] {
  return metadata.relativeFilePaths.map((relative) => {
    // Old recorders wrote paths that start with the directory or with '/'.
    const names = [relative, basename(relative), `${basename(relative)}.zstd`];
    const found = names.map((name) => join(directory, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    throw bagError('ORR_BAG_NOT_FOUND', `lists '${relative}', which does not exist.`, { file });
  });
}

function listStorageFiles(directory: string): string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return readdirSync(directory)
    .filter((name) => /\.(mcap|db3)(\.zstd)?$/.test(name))
    .sort((a, b) => collator.compare(a, b))
    .map((name) => join(directory, name));
}

class OpenBag implements BagReader {
  readonly path: string;
  readonly metadata: BagMetadata;
  readonly warnings: readonly BagWarning[];
  readonly #files: StorageFile[];
  readonly #unpackMessages: boolean;

  constructor(path: string) {
    this.path = path;
    const warnings: BagWarning[] = [];
    const { files, yaml } = locate(path, warnings);
    this.#files = [];
    try {
      for (const file of files) this.#files.push(this.#opened(file));
    } catch (error) {
      this.close();
      throw error;
    }
    for (const file of this.#files) warnings.push(...file.warnings);
    this.warnings = warnings;
    const known = yaml ?? embeddedMetadata(this.#files);
    this.#unpackMessages = known?.compressionMode === 'MESSAGE';
    this.metadata = this.#describe(yaml, known, warnings);
  }

  get topics(): readonly BagTopic[] {
    return this.metadata.topics;
  }

  #opened(path: string): StorageFile {
    const file = openStorage(path);
    file.release();
    return file;
  }

  #describe(
    yaml: BagMetadataYaml | undefined,
    known: BagMetadataYaml | undefined,
    warnings: BagWarning[],
  ): BagMetadata {
    const measured = yaml === undefined || this.#files[0]?.storageIdentifier === 'mcap';
    const content = measured ? this.#measure() : fromYaml(yaml);
    const topics = mergeTopics(this.#files, yaml, content.countByTopic);
    if (yaml !== undefined && yaml.messageCount !== content.messageCount) {
      const message = `metadata.yaml counts ${yaml.messageCount} messages, the files hold ${content.messageCount}.`;
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
      file.release();
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

  close(): void {
    for (const file of this.#files) file.release();
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

function locate(
  path: string,
  warnings: BagWarning[],
): { files: string[]; yaml: BagMetadataYaml | undefined } {
  let directory: boolean;
  try {
    directory = statSync(path).isDirectory();
  } catch (error) {
    throw bagError(
      'ORR_BAG_NOT_FOUND',
      `cannot be opened: ${reasonOf(error)}.`,
      { file: path },
      error,
    );
  }
  if (!directory) return { files: [path], yaml: undefined };
  const file = join(path, 'metadata.yaml');
  if (existsSync(file)) {
    const yaml = parseMetadata(readFileSync(file, 'utf8'), file);
    const files = filesOf(path, yaml, file);
    if (files.length === 0) {
      throw bagError('ORR_BAG_METADATA', 'relative_file_paths is empty.', { file });
    }
    return { files, yaml };
  }
  const files = listStorageFiles(path);
  if (files.length === 0) {
    const message = 'the directory has neither metadata.yaml nor .mcap or .db3 files.';
    throw bagError('ORR_BAG_NOT_A_BAG', message, { file: path });
  }
  const message = 'metadata.yaml is missing; files are taken in the order of their names.';
  warnings.push({ code: 'ORR_BAG_METADATA', message, file });
  return { files, yaml: undefined };
}

/** A damaged embedded copy is not worth an error: the file itself says what it holds. */
function embeddedMetadata(files: readonly StorageFile[]): BagMetadataYaml | undefined {
  const file = files.find((candidate) => candidate.embeddedMetadata !== undefined);
  if (file === undefined) return undefined;
  try {
    return parseMetadata(file.embeddedMetadata!, file.path);
  } catch {
    return undefined;
  }
}

/** Topics in the order of `metadata.yaml`, then of the files, completed from both. */
function mergeTopics(
  files: readonly StorageFile[],
  yaml: BagMetadataYaml | undefined,
  counts: ReadonlyMap<string, number>,
): BagTopic[] {
  const stored = new Map<string, { topic: StorageTopic; file: string }>();
  for (const file of files) {
    for (const topic of file.topics) {
      const known = stored.get(topic.name);
      if (known !== undefined && known.topic.type !== topic.type) {
        const message = `${topic.name} holds messages of two types, ${known.topic.type} and ${topic.type}.`;
        throw bagError('ORR_BAG_TOPIC_TYPES', message, { file: file.path, topic: topic.name });
      }
      if (known?.topic.schema === undefined) stored.set(topic.name, { topic, file: file.path });
    }
  }
  const listed = new Map((yaml?.topics ?? []).map((topic) => [topic.name, topic]));
  return [...new Set([...listed.keys(), ...stored.keys()])].map((name) => {
    const entry = listed.get(name);
    const found = stored.get(name);
    const profiles = entry?.offeredQosProfiles ?? [];
    return {
      name,
      type: found?.topic.type ?? entry!.type,
      serializationFormat: found?.topic.serializationFormat ?? entry!.serializationFormat,
      offeredQosProfiles:
        profiles.length > 0 || found === undefined
          ? profiles
          : parseQosProfiles(found.topic.offeredQosProfiles, found.file, name),
      typeHash: entry?.typeHash || (found?.topic.typeHash ?? ''),
      schema: found?.topic.schema,
      messageCount: counts.get(name) ?? 0,
    };
  });
}

function* unpacked(
  messages: Iterable<BagMessage>,
  path: string,
): Generator<BagMessage, void, void> {
  for (const message of messages) {
    yield { ...message, data: decompressMessage(message.data, path, message.topic) };
  }
}

/** Stands at the next message of one file. */
class FileCursor implements TimedCursor {
  readonly rank: number;
  time = 0n;
  message!: BagMessage;
  readonly #messages: Iterator<BagMessage, void>;
  readonly #order: MessageOrder;

  constructor(file: StorageFile, rank: number, query: MessageQuery) {
    this.rank = rank;
    this.#order = query.order;
    this.#messages = file.messages(query);
  }

  advance(): boolean {
    const next = this.#messages.next();
    if (next.done === true) return false;
    this.message = next.value;
    this.time = this.#order === 'received' ? next.value.logTime : next.value.publishTime;
    return true;
  }
}

/** Merges split files, which may overlap at their seams; a file is opened when its time comes. */
function* mergeFiles(
  files: readonly StorageFile[],
  query: MessageQuery,
): Generator<BagMessage, void, void> {
  const waiting: { file: StorageFile; rank: number; from: bigint }[] = [];
  files.forEach((file, rank) => {
    const from = file.firstTime(query.order);
    file.release();
    if (from !== undefined) waiting.push({ file, rank, from });
  });
  waiting.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.rank - b.rank));
  const open = new MessageHeap<FileCursor>();
  let next = 0;
  for (;;) {
    let first = open.first;
    while (next < waiting.length && (first === undefined || waiting[next]!.from <= first.time)) {
      const { file, rank } = waiting[next++]!;
      const cursor = new FileCursor(file, rank, query);
      if (cursor.advance()) open.push(cursor);
      else file.release();
      first = open.first;
    }
    if (first === undefined) return;
    yield first.message;
    if (first.advance()) {
      open.firstMoved();
    } else {
      open.removeFirst();
      files[first.rank]!.release();
    }
  }
}
