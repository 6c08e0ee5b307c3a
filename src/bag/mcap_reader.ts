import { type BagWarning, bagError, corrupt } from './bag_error.js';
import type { ByteSource } from './byte_source.js';
import { crc32 } from './compression.js';
import { type ChunkInfo, type ChunkRecords, loadChunk } from './mcap_chunk.js';
import {
  FOOTER_BYTES,
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChannel,
  readChunkIndex,
  readMetadataRecord,
  readSchema,
  readStatistics,
  type StatisticsRecord,
} from './mcap_records.js';
import { checkMcapMagic, emptyContents, type McapContents, McapScan } from './mcap_scan.js';
import { MessageHeap } from './message_heap.js';
import type {
  BagMessage,
  MessageOrder,
  MessageQuery,
  StorageContent,
  StorageFile,
  StorageTopic,
} from './storage_file.js';

/** Unpacked chunks that may be in memory at once while overlapping chunks are merged. */
const CHUNK_BUDGET_BYTES = 128 * 1024 * 1024;
const MAX_SUMMARY_BYTES = 256 * 1024 * 1024;

/** Reads the summary section; undefined when the file has none that is complete and usable. */
function readSummary(source: ByteSource): McapContents | undefined {
  const file = source.path;
  if (source.size < MCAP_MAGIC.length + FOOTER_BYTES) return undefined;
  const footerAt = source.size - FOOTER_BYTES;
  const footer = source.read(footerAt, FOOTER_BYTES);
  const magicAt = FOOTER_BYTES - MCAP_MAGIC.length;
  if (MCAP_MAGIC.some((byte, index) => footer[magicAt + index] !== byte)) return undefined;
  const cursor = new RecordCursor(footer.subarray(RECORD_HEADER_BYTES), file, footerAt);
  const start = cursor.size();
  cursor.size();
  const crc = cursor.u32();
  if (footer[0] !== OP.footer || start === 0) return undefined;
  if (start < MCAP_MAGIC.length || start > footerAt || footerAt - start > MAX_SUMMARY_BYTES) {
    throw corrupt(file, footerAt, `the footer puts the summary at byte ${start}.`);
  }
  const bytes = source.read(start, source.size - start);
  const summed = bytes.subarray(0, footerAt - start + RECORD_HEADER_BYTES + 16);
  if (crc !== 0 && crc32(summed) !== crc) {
    throw bagError('ORR_BAG_CRC', 'the checksum of the summary is wrong.', { file, offset: start });
  }
  return parseSummary(bytes.subarray(0, footerAt - start), source, start);
}

function parseSummary(
  bytes: Uint8Array,
  source: ByteSource,
  base: number,
): McapContents | undefined {
  const contents = emptyContents();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let statistics: StatisticsRecord | undefined;
  for (let at = 0; at < bytes.length; ) {
    const from = at + RECORD_HEADER_BYTES;
    const length = from <= bytes.length ? Number(view.getBigUint64(at + 1, true)) : Infinity;
    if (!(from + length <= bytes.length)) {
      throw corrupt(source.path, base + at, 'a record leaves the summary.');
    }
    const cursor = new RecordCursor(bytes.subarray(from, from + length), source.path, base + from);
    const opcode = bytes[at];
    if (opcode === OP.statistics) statistics = readStatistics(cursor);
    else summaryRecord(opcode, cursor, contents, source);
    at = from + length;
  }
  return completeSummary(contents, statistics);
}

function summaryRecord(
  opcode: number | undefined,
  cursor: RecordCursor,
  contents: McapContents,
  source: ByteSource,
): void {
  if (opcode === OP.schema) {
    const schema = readSchema(cursor);
    contents.schemas.set(schema.id, schema);
  } else if (opcode === OP.channel) {
    const channel = readChannel(cursor);
    contents.channels.set(channel.id, channel);
  } else if (opcode === OP.chunkIndex) {
    const index = readChunkIndex(cursor);
    contents.chunks.push({
      offset: index.chunkOffset,
      length: index.chunkLength,
      form: 'chunk',
      rank: 0,
      start: index.start,
      end: index.end,
      channels: index.channels.length > 0 ? new Set(index.channels) : undefined,
    });
  } else if (opcode === OP.metadataIndex) {
    const offset = cursor.size();
    const length = cursor.size();
    if (cursor.text() === 'rosbag2') contents.embeddedMetadata = embedded(source, offset, length);
  }
}

/** The text of a `rosbag2` metadata record; writers disagree whether length counts the header. */
function embedded(source: ByteSource, offset: number, length: number): string | undefined {
  if (offset + length > source.size || length < RECORD_HEADER_BYTES) return undefined;
  const header = source.read(offset, RECORD_HEADER_BYTES);
  const content = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(1, true));
  if (header[0] !== OP.metadata || offset + RECORD_HEADER_BYTES + content > source.size) {
    return undefined;
  }
  const from = offset + RECORD_HEADER_BYTES;
  const cursor = new RecordCursor(source.read(from, content), source.path, from);
  return readMetadataRecord(cursor).metadata.get('serialized_metadata');
}

/** A summary is enough when it indexes every message and describes every channel. */
function completeSummary(
  contents: McapContents,
  statistics: StatisticsRecord | undefined,
): McapContents | undefined {
  if (statistics === undefined || contents.chunks.length !== statistics.chunkCount)
    return undefined;
  if (statistics.messageCount > 0 && statistics.chunkCount === 0) return undefined;
  for (const [channel, count] of statistics.countByChannel) {
    if (count > 0 && !contents.channels.has(channel)) return undefined;
    contents.countByChannel.set(channel, count);
  }
  const counted = [...statistics.countByChannel.values()].reduce((sum, count) => sum + count, 0);
  if (counted !== statistics.messageCount) return undefined;
  contents.chunks.sort((a, b) => a.offset - b.offset);
  const chunks = contents.chunks.map((chunk, rank) => ({ ...chunk, rank }));
  contents.chunks.splice(0, chunks.length, ...chunks);
  return contents;
}

/** Stands at one message of one chunk. The unpacked chunk can be dropped and loaded again. */
class ChunkCursor {
  readonly rank: number;
  time = 0n;
  records: ChunkRecords | undefined;
  #offsets: number[] = [];
  #index = -1;
  readonly #chunk: ChunkInfo;
  readonly #load: (chunk: ChunkInfo) => { records: ChunkRecords; offsets: number[] };
  readonly #order: MessageOrder;

  constructor(
    chunk: ChunkInfo,
    order: MessageOrder,
    load: (chunk: ChunkInfo) => { records: ChunkRecords; offsets: number[] },
  ) {
    this.rank = chunk.rank;
    this.#chunk = chunk;
    this.#order = order;
    this.#load = load;
  }

  get bytes(): number {
    return this.records?.bytes.length ?? 0;
  }

  ensureLoaded(): void {
    if (this.records !== undefined) return;
    const { records, offsets } = this.#load(this.#chunk);
    this.records = records;
    this.#offsets = offsets;
  }

  drop(): void {
    this.records = undefined;
    this.#offsets = [];
  }

  /** Moves to the next message not before `from`; false when there is none until `to`. */
  advance(from: bigint | undefined, to: bigint | undefined): boolean {
    const records = this.records!;
    for (;;) {
      const at = this.#offsets[++this.#index];
      if (at === undefined) return false;
      this.time = this.#order === 'received' ? records.logTime(at) : records.publishTime(at);
      if (from !== undefined && this.time < from) continue;
      return to === undefined || this.time <= to;
    }
  }

  message(topicOf: ReadonlyMap<number, string>): BagMessage {
    const records = this.records!;
    const at = this.#offsets[this.#index]!;
    const received = this.#order === 'received';
    return {
      topic: topicOf.get(records.channel(at))!,
      logTime: received ? this.time : records.logTime(at),
      publishTime: received ? records.publishTime(at) : this.time,
      sequence: records.sequence(at),
      data: records.data(at),
    };
  }
}

/** An MCAP file of profile `ros2`, or any whose channels look like it. */
export class McapFile implements StorageFile {
  readonly storageIdentifier = 'mcap';
  readonly topics: readonly StorageTopic[];
  readonly warnings: readonly BagWarning[];
  readonly embeddedMetadata: string | undefined;
  /** True when the file has no usable summary and was read record by record. */
  readonly scanned: boolean;
  readonly #source: ByteSource;
  readonly #contents: McapContents;
  readonly #topicOf = new Map<number, string>();

  /** @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_CRC`, … */
  constructor(source: ByteSource) {
    this.#source = source;
    checkMcapMagic(source);
    let contents: McapContents | undefined;
    const warnings: BagWarning[] = [];
    try {
      contents = readSummary(source);
    } catch (error) {
      const message = `the summary cannot be used and the file is read from its start (${(error as Error).message})`;
      warnings.push({ code: 'ORR_BAG_SUMMARY', message, file: source.path });
    }
    this.scanned = contents === undefined;
    this.#contents = contents ?? new McapScan(source).scan();
    this.warnings = [...warnings, ...this.#contents.warnings];
    this.embeddedMetadata = this.#contents.embeddedMetadata;
    this.topics = this.#describeTopics();
  }

  get path(): string {
    return this.#source.path;
  }

  #describeTopics(): StorageTopic[] {
    const { channels, schemas } = this.#contents;
    const decoder = new TextDecoder();
    const topics = new Map<string, StorageTopic>();
    for (const channel of channels.values()) {
      this.#topicOf.set(channel.id, channel.topic);
      const schema = schemas.get(channel.schemaId);
      const type = schema?.name ?? '';
      const known = topics.get(channel.topic);
      if (known !== undefined && known.type !== type) {
        const message = `${channel.topic} holds messages of two types, ${known.type} and ${type}.`;
        throw bagError('ORR_BAG_TOPIC_TYPES', message, { file: this.path, topic: channel.topic });
      }
      if (known !== undefined) continue;
      topics.set(channel.topic, {
        name: channel.topic,
        type,
        serializationFormat: channel.messageEncoding,
        offeredQosProfiles: channel.metadata.get('offered_qos_profiles') ?? '',
        typeHash: channel.metadata.get('topic_type_hash') ?? '',
        schema: schema && { encoding: schema.encoding, text: decoder.decode(schema.data) },
      });
    }
    return [...topics.values()];
  }

  content(): StorageContent {
    const countByTopic = new Map<string, number>();
    let messageCount = 0;
    for (const [channel, count] of this.#contents.countByChannel) {
      const topic = this.#topicOf.get(channel);
      if (topic === undefined) continue;
      messageCount += count;
      countByTopic.set(topic, (countByTopic.get(topic) ?? 0) + count);
    }
    let start: bigint | undefined;
    let end: bigint | undefined;
    for (const chunk of messageCount > 0 ? this.#contents.chunks : []) {
      if (isEmpty(chunk)) continue;
      if (start === undefined || chunk.start < start) start = chunk.start;
      if (end === undefined || chunk.end > end) end = chunk.end;
    }
    return { messageCount, start, end, countByTopic };
  }

  firstTime(order: MessageOrder): bigint | undefined {
    if (order === 'received') return this.content().start;
    this.#findSentRanges();
    let first: bigint | undefined;
    for (const { sent } of this.#contents.chunks) {
      if (sent !== undefined && (first === undefined || sent.start < first)) first = sent.start;
    }
    return first;
  }

  /** Chunks are indexed by log time only: the order of sending needs one pass over all of them. */
  #findSentRanges(): void {
    for (const chunk of this.#contents.chunks) {
      if (chunk.sent !== undefined) continue;
      const records = loadChunk(this.#source, chunk);
      let start: bigint | undefined;
      let end = 0n;
      records.walk((opcode, at) => {
        if (opcode !== OP.message) return;
        const time = records.publishTime(at);
        if (start === undefined || time < start) start = time;
        if (time > end) end = time;
      }, chunk.form === 'run');
      chunk.sent = { start: start ?? 0n, end };
    }
  }

  /** The chunks that can hold something wanted, by their earliest stamp. */
  #chunksFor(
    query: MessageQuery,
    wanted: ReadonlySet<number>,
  ): { chunk: ChunkInfo; from: bigint }[] {
    if (query.order === 'sent') this.#findSentRanges();
    const chosen: { chunk: ChunkInfo; from: bigint }[] = [];
    for (const chunk of this.#contents.chunks) {
      const range = query.order === 'received' ? chunk : chunk.sent!;
      if (query.start !== undefined && range.end < query.start) continue;
      if (query.end !== undefined && range.start > query.end) continue;
      if (chunk.channels !== undefined && ![...chunk.channels].some((id) => wanted.has(id)))
        continue;
      chosen.push({ chunk, from: range.start });
    }
    return chosen.sort((a, b) =>
      a.from < b.from ? -1 : a.from > b.from ? 1 : a.chunk.rank - b.chunk.rank,
    );
  }

  #wantedChannels(topics: ReadonlySet<string> | undefined): Set<number> {
    const wanted = new Set<number>();
    for (const [channel, topic] of this.#topicOf) {
      if (topics === undefined || topics.has(topic)) wanted.add(channel);
    }
    return wanted;
  }

  /** Unpacks a chunk and checks that it holds what the index promised. */
  #load(chunk: ChunkInfo, order: MessageOrder, wanted: ReadonlySet<number>) {
    const records = loadChunk(this.#source, chunk);
    const topicOf = this.#topicOf;
    const choose = (channel: number): boolean => {
      if (wanted.has(channel)) return true;
      if (topicOf.has(channel)) return false;
      throw corrupt(this.path, chunk.offset, `a message names the unknown channel ${channel}.`);
    };
    const offsets = records.sortedMessages(order, choose, chunk.form === 'run');
    if (order === 'received' && offsets.length > 0) {
      const first = records.logTime(offsets[0]!);
      const last = records.logTime(offsets[offsets.length - 1]!);
      if (first < chunk.start || last > chunk.end) {
        const message = 'the stamps of the messages lie outside the range that the index states.';
        throw corrupt(this.path, chunk.offset, message);
      }
    }
    return { records, offsets };
  }

  *messages(query: MessageQuery): Generator<BagMessage, void, void> {
    const wanted = this.#wantedChannels(query.topics);
    const chunks = this.#chunksFor(query, wanted);
    const load = (chunk: ChunkInfo) => this.#load(chunk, query.order, wanted);
    const open = new MessageHeap<ChunkCursor>();
    let loadedBytes = 0;
    let next = 0;
    for (;;) {
      let first = open.first;
      while (next < chunks.length && (first === undefined || chunks[next]!.from <= first.time)) {
        const cursor = new ChunkCursor(chunks[next++]!.chunk, query.order, load);
        cursor.ensureLoaded();
        if (!cursor.advance(query.start, query.end)) continue;
        open.push(cursor);
        loadedBytes += cursor.bytes;
        if (loadedBytes > CHUNK_BUDGET_BYTES) loadedBytes = dropAllBut(open);
        first = open.first!;
      }
      if (first === undefined) return;
      if (first.records === undefined) {
        if (loadedBytes > CHUNK_BUDGET_BYTES) loadedBytes = dropAllBut(open);
        first.ensureLoaded();
        loadedBytes += first.bytes;
      }
      yield first.message(this.#topicOf);
      const bytes = first.bytes;
      if (first.advance(query.start, query.end)) {
        open.firstMoved();
      } else {
        open.removeFirst();
        loadedBytes -= bytes;
      }
    }
  }

  release(): void {
    this.#source.release();
  }
}

/** Empty chunks state the range 0 to 0. */
function isEmpty(chunk: ChunkInfo): boolean {
  return chunk.start === 0n && chunk.end === 0n && chunk.channels === undefined;
}

/** Too much is in memory: keeps the chunk that is due and drops the others. */
function dropAllBut(open: MessageHeap<ChunkCursor>): number {
  const first = open.first!;
  for (const cursor of open.items) if (cursor !== first) cursor.drop();
  return first.bytes;
}
