import { bagError } from './bag_error.js';
import { type ChunkCompression, compressChunk, crc32 } from './compression.js';
import {
  type McapChannel,
  type Statistics,
  type WrittenChannel,
  writeChannel,
  writeChunkIndex,
  writeSchema,
  writeStatistics,
} from './mcap_record_writer.js';
import { MCAP_MAGIC, OP, RECORD_HEADER_BYTES, type SchemaRecord } from './mcap_records.js';
import { type ByteSink, RecordBuffer } from './record_buffer.js';
import { Stamp, TimeRange } from './stamps.js';

export interface McapWriterOptions {
  readonly library: string;
  readonly compression: ChunkCompression;
  /** zstd level. */
  readonly compressionLevel: number;
  /** A chunk is closed when its records reach this size. */
  readonly chunkBytes: number;
}

interface ChannelState extends WrittenChannel {
  /** Stamp and offset of each message in the open chunk, as a message index holds them. */
  readonly index: RecordBuffer;
  written: boolean;
  count: number;
}

const encoder = new TextEncoder();

/**
 * Writes one MCAP file: header, chunks with message indexes, and a complete summary. All calls are
 * synchronous; a message costs one copy into the open chunk. After every chunk the bytes written
 * so far are a file that a recovering reader accepts.
 */
export class McapWriter {
  readonly #sink: ByteSink;
  readonly #options: McapWriterOptions;
  readonly #channels: ChannelState[] = [];
  readonly #schemaIds = new Map<string, number>();
  readonly #schemas: SchemaRecord[] = [];
  readonly #writtenSchemas = new Set<number>();
  readonly #chunk: RecordBuffer;
  readonly #records = new RecordBuffer(4096);
  readonly #chunkIndexes = new RecordBuffer(4096);
  readonly #metadataIndexes = new RecordBuffer(256);
  #position = 0;
  #chunkCount = 0;
  #metadataCount = 0;
  #chunkMessages = 0;
  readonly #logTime = new Stamp();
  readonly #publishTime = new Stamp();
  readonly #chunkRange = new TimeRange();
  readonly #range = new TimeRange();
  messageCount = 0;

  constructor(sink: ByteSink, options: McapWriterOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#chunk = new RecordBuffer(options.chunkBytes + 65_536);
    const records = this.#records;
    records.bytes(MCAP_MAGIC);
    const at = records.begin(OP.header);
    records.text('ros2');
    records.text(options.library);
    records.end(at);
    this.#flush();
  }

  /** Bytes of the file so far, with the open chunk counted uncompressed. */
  get size(): number {
    return this.#position + this.#chunk.length;
  }

  /** Earliest and latest log time; meaningless while `messageCount` is 0. */
  get start(): bigint {
    return this.#range.start;
  }

  get end(): bigint {
    return this.#range.end;
  }

  /** Messages per channel, by channel id. */
  count(channelId: number): number {
    return this.#channels[channelId - 1]!.count;
  }

  /** Adds a channel; ids count from 1. @throws OrreryError `ORR_BAG_WRITE` beyond 65535 */
  addChannel(channel: McapChannel): number {
    const { name, encoding, text } = channel.schema;
    const key = `${name}\n${encoding}\n${text}`;
    let schemaId = this.#schemaIds.get(key);
    if (schemaId === undefined) {
      schemaId = this.#schemas.length + 1;
      this.#schemaIds.set(key, schemaId);
      this.#schemas.push({ id: schemaId, name, encoding, data: encoder.encode(text) });
    }
    const id = this.#channels.length + 1;
    if (id > 65_535) {
      const message = 'an MCAP file holds at most 65535 topics; record fewer.';
      throw bagError('ORR_BAG_WRITE', message, { topic: channel.topic });
    }
    const index = new RecordBuffer(256);
    this.#channels.push({ id, schemaId, channel, index, written: false, count: 0 });
    return id;
  }

  /** Appends one message; `data` is copied. Returns true when this closed a chunk. */
  write(
    channelId: number,
    logTime: bigint,
    publishTime: bigint,
    sequence: number,
    data: Uint8Array,
  ): boolean {
    const state = this.#channels[channelId - 1];
    if (state === undefined) {
      throw bagError('ORR_BAG_WRITE', `channel ${channelId} was never added to the bag.`);
    }
    if (!state.written) this.#writeDefinition(state);
    const isFirst = this.#chunkMessages++ === 0;
    if (this.#logTime.set(logTime) || isFirst) this.#chunkRange.widen(logTime, isFirst);
    this.#publishTime.set(publishTime);
    const chunk = this.#chunk;
    state.index.stampAndOffset(this.#logTime, chunk.length);
    chunk.message(channelId, sequence, this.#logTime, this.#publishTime, data);
    state.count++;
    this.messageCount++;
    if (chunk.length < this.#options.chunkBytes) return false;
    this.closeChunk();
    return true;
  }

  /** Schema and channel stand once in the file, in front of the channel's first message. */
  #writeDefinition(state: ChannelState): void {
    state.written = true;
    if (!this.#writtenSchemas.has(state.schemaId)) {
      this.#writtenSchemas.add(state.schemaId);
      writeSchema(this.#chunk, this.#schemas[state.schemaId - 1]!);
    }
    writeChannel(this.#chunk, state);
  }

  /** Compresses and writes the open chunk, if it holds anything, and its message indexes. */
  closeChunk(): void {
    if (this.#chunkMessages === 0) return;
    const { compression, compressionLevel } = this.#options;
    const { start, end } = this.#chunkRange;
    const plain = this.#chunk.content();
    const packed = compressChunk(compression, plain, compressionLevel);
    const offset = this.#position;
    const records = this.#records;
    const chunkLength = RECORD_HEADER_BYTES + 40 + compression.length + packed.length;
    records.u8(OP.chunk);
    records.size(chunkLength - RECORD_HEADER_BYTES);
    records.u64(start);
    records.u64(end);
    records.size(plain.length);
    records.u32(crc32(plain));
    records.text(compression);
    records.size(packed.length);
    this.#flush();
    this.#put(packed);
    const indexAt = this.#position;
    const indexOffsets = this.#writeMessageIndexes();
    writeChunkIndex(this.#chunkIndexes, {
      start,
      end,
      offset,
      length: chunkLength,
      indexOffsets,
      indexLength: this.#position - indexAt,
      compression,
      packedBytes: packed.length,
      plainBytes: plain.length,
    });
    this.#range.widen(start, this.#chunkCount === 0);
    this.#range.widen(end, false);
    this.#chunkCount++;
    this.#chunkMessages = 0;
    this.#chunk.clear();
  }

  #writeMessageIndexes(): [number, number][] {
    const offsets: [number, number][] = [];
    const records = this.#records;
    const base = this.#position;
    for (const state of this.#channels) {
      if (state.index.length === 0) continue;
      offsets.push([state.id, base + records.length]);
      const at = records.begin(OP.messageIndex);
      records.u16(state.id);
      records.u32(state.index.length);
      records.bytes(state.index.content());
      records.end(at);
      state.index.clear();
    }
    this.#flush();
    return offsets;
  }

  /** Writes a metadata record, e.g. rosbag2's own. */
  writeMetadata(name: string, metadata: ReadonlyMap<string, string>): void {
    this.closeChunk();
    const records = this.#records;
    const offset = this.#position;
    const at = records.begin(OP.metadata);
    records.text(name);
    records.textMap(metadata);
    records.end(at);
    const index = this.#metadataIndexes;
    const indexAt = index.begin(OP.metadataIndex);
    index.size(offset);
    index.size(records.length);
    index.text(name);
    index.end(indexAt);
    this.#metadataCount++;
    this.#flush();
  }

  /** Writes the last chunk and the summary. Nothing may be written afterwards. */
  finish(): void {
    this.closeChunk();
    const records = this.#records;
    const dataEnd = records.begin(OP.dataEnd);
    records.u32(0); // no checksum of the whole data section: each chunk has its own
    records.end(dataEnd);
    this.#flush();
    const summaryStart = this.#position;
    const groups = this.#summaryGroups(summaryStart);
    const summaryOffsetStart = summaryStart + records.length;
    for (const [opcode, start, length] of groups) {
      if (length === 0) continue;
      const at = records.begin(OP.summaryOffset);
      records.u8(opcode);
      records.size(start);
      records.size(length);
      records.end(at);
    }
    records.u8(OP.footer);
    records.size(20);
    records.size(summaryStart);
    records.size(summaryOffsetStart);
    records.u32(crc32(records.content()));
    records.bytes(MCAP_MAGIC);
    this.#flush();
  }

  /** Writes the groups of the summary; returns opcode, offset and length of each. */
  #summaryGroups(base: number): [number, number, number][] {
    const records = this.#records;
    const groups: [number, number, number][] = [];
    const group = (opcode: number, write: () => void) => {
      const from = records.length;
      write();
      groups.push([opcode, base + from, records.length - from]);
    };
    group(OP.schema, () => {
      for (const schema of this.#schemas) writeSchema(records, schema);
    });
    group(OP.channel, () => {
      for (const state of this.#channels) writeChannel(records, state);
    });
    group(OP.statistics, () => writeStatistics(records, this.#statistics()));
    group(OP.chunkIndex, () => records.bytes(this.#chunkIndexes.content()));
    group(OP.metadataIndex, () => records.bytes(this.#metadataIndexes.content()));
    return groups;
  }

  #statistics(): Statistics {
    return {
      messageCount: this.messageCount,
      schemaCount: this.#schemas.length,
      channelCount: this.#channels.length,
      metadataCount: this.#metadataCount,
      chunkCount: this.#chunkCount,
      start: this.#range.start,
      end: this.#range.end,
      counts: this.#channels
        .filter((state) => state.count > 0)
        .map((state) => [state.id, state.count]),
    };
  }

  #put(bytes: Uint8Array): void {
    this.#sink.write(bytes);
    this.#position += bytes.length;
  }

  #flush(): void {
    if (this.#records.length === 0) return;
    this.#put(this.#records.content());
    this.#records.clear();
  }
}
