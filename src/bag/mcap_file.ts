import { auditEmbeddedMetadata } from './audit_embedded_metadata.js';
import { type BagWarning, bagError, corrupt } from './bag_error.js';
import type { ByteSource } from './byte_source.js';
import { ChunkCursor, dropAllBut, type LoadedChunk } from './chunk_cursor.js';
import { defineRecord } from './define_record.js';
import { McapAudit } from './mcap_audit.js';
import { type ChunkInfo, hasChecksum, isPartial, loadChunk } from './mcap_chunk.js';
import type { Audit } from './mcap_facts.js';
import { OP, RECORD_HEADER_BYTES } from './mcap_records.js';
import { McapSalvage } from './mcap_salvage.js';
import { checkMcapMagic, type McapContents, McapScan } from './mcap_scan.js';
import { MessageHeap } from './message_heap.js';
import { readSummary } from './read_summary.js';
import type {
  BagMessage,
  Checksums,
  MessageOrder,
  MessageQuery,
  StorageContent,
  StorageFile,
  StorageTopic,
} from './storage_file.js';

const CHUNK_BUDGET_BYTES = 128 * 1024 * 1024;

/** Options of {@link McapFile}. */
export interface McapFileOptions {
  /** Bytes of unpacked chunks that are kept while overlapping ones are merged. */
  readonly chunkBudget?: number;
  /** Skip damaged parts, with a warning for each, instead of refusing the file. */
  readonly recover?: boolean;
}

/** An MCAP file of profile `ros2`, or any whose channels look like those of ROS 2. */
export class McapFile implements StorageFile {
  readonly storageIdentifier = 'mcap';
  readonly topics: readonly StorageTopic[];
  readonly warnings: readonly BagWarning[];
  readonly embeddedMetadata: string | undefined;
  readonly #source: ByteSource;
  readonly #chunkBudget: number;
  readonly #recover: boolean;
  readonly #contents: McapContents;
  readonly #topicOf = new Map<number, string>();

  /**
   * @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_CRC`, …
   */
  constructor(source: ByteSource, options: McapFileOptions = {}) {
    this.#source = source;
    this.#chunkBudget = options.chunkBudget ?? CHUNK_BUDGET_BYTES;
    this.#recover = options.recover === true;
    checkMcapMagic(source);
    let contents: McapContents | undefined;
    const warnings: BagWarning[] = [];
    try {
      contents = readSummary(source);
    } catch (error) {
      const message = `the summary cannot be used and the file is read from its start (${(error as Error).message})`;
      warnings.push({ code: 'ORR_BAG_SUMMARY', message, file: source.path });
    }
    this.#contents =
      options.recover === true
        ? new McapSalvage(source, contents).salvage()
        : (contents ?? new McapScan(source).scan());
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

  /**
   * Chunks are indexed by log time only, so the order of sending needs one pass over all of them.
   */
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
      }, isPartial(chunk));
      chunk.sent = { start: start ?? 0n, end };
    }
  }

  /** The chunks that can hold wanted messages, by their earliest stamp. */
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
  #load(chunk: ChunkInfo, order: MessageOrder, wanted: ReadonlySet<number>): LoadedChunk {
    const records = loadChunk(this.#source, chunk);
    const topicOf = this.#topicOf;
    const choose = (channel: number): boolean => {
      if (wanted.has(channel)) return true;
      if (this.#recover || topicOf.has(channel)) return false;
      throw corrupt(this.path, chunk.offset, `a message names the unknown channel ${channel}.`);
    };
    // The schemas and channels of a chunk must be those of the summary.
    const offsets = records.sortedMessages(order, choose, isPartial(chunk), (opcode, at, end) =>
      defineRecord(this.#contents, opcode, records.cursor(at + RECORD_HEADER_BYTES, end)),
    );
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

  checksums(): Checksums {
    const chunks = this.#contents.chunks.filter(({ start, end }) => start !== end || end !== 0n);
    const checked = chunks.filter(({ form, offset, length }) => {
      return form === 'chunk' && hasChecksum(this.#source, offset, length);
    });
    return { parts: chunks.length, checked: checked.length };
  }

  audit(): Audit {
    const isClosed = this.warnings.every(({ code }) => code !== 'ORR_BAG_NOT_CLOSED');
    const { findings, isWholeChecked } = new McapAudit(this.#source).run(isClosed);
    return { findings: [...findings, ...auditEmbeddedMetadata(this)], isWholeChecked };
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
        if (loadedBytes > this.#chunkBudget) loadedBytes = dropAllBut(open);
        first = open.first!;
      }
      if (first === undefined) return;
      if (first.records === undefined) {
        if (loadedBytes > this.#chunkBudget) loadedBytes = dropAllBut(open);
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
