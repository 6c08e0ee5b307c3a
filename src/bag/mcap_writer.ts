import { bagError } from './bag_error.js';
import { ChunkPacker, type PackedChunk } from './chunk_packer.js';
import { combineCrc } from './combine_crc.js';
import { crc32 } from './compression.js';
import { McapChannels } from './mcap_channels.js';
import type { McapProgress } from './mcap_progress.js';
import {
  type McapChannel,
  type Statistics,
  writeChunkHead,
  writeChunkIndex,
} from './mcap_record_writer.js';
import { MCAP_MAGIC, OP } from './mcap_records.js';
import type { McapWriterOptions } from './mcap_writer_options.js';
import type { PackedSink } from './packing_lane.js';
import type { AnsweredChunk } from './packing_slot.js';
import { type ByteSink, RecordBuffer, SPARE_BYTES } from './record_buffer.js';
import { type Stamp, TimeRange } from './stamps.js';
import { type TableMessage, TableRecords } from './table_records.js';
import { writeSummary } from './write_summary.js';

/**
 * Writes one MCAP file: header, chunks with message indexes, and a complete summary. All calls are
 * synchronous; a message costs one copy into the open chunk. After every chunk, the bytes written
 * so far form a file that a recovering reader accepts.
 */
export class McapWriter implements PackedSink {
  readonly #sink: ByteSink;
  readonly #options: McapWriterOptions;
  readonly #channels = new McapChannels();
  #chunk: RecordBuffer | TableRecords;
  readonly #records = new RecordBuffer(4096);
  readonly #chunkIndexes = new RecordBuffer(4096);
  readonly #metadataIndexes = new RecordBuffer(256);
  readonly #at: McapProgress = {
    position: 0,
    crc: 0,
    chunks: 0,
    metadata: 0,
    open: 0,
    messages: 0,
  };
  readonly #range = new TimeRange();
  readonly #packer = new ChunkPacker();
  /** Whether what is written now will be taken back. */
  #isEnding = false;

  constructor(sink: ByteSink, options: McapWriterOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#chunk = new RecordBuffer(options.chunkBytes + SPARE_BYTES);
    const records = this.#records;
    records.bytes(MCAP_MAGIC);
    const at = records.begin(OP.header);
    records.text('ros2');
    records.text(options.library);
    records.end(at);
    this.#flush();
    sink.keep();
  }

  /**
   * Bytes of the file so far, with the open chunk counted uncompressed; without the chunks that the
   * second thread packs.
   */
  get size(): number {
    return this.#at.position + this.#chunk.length;
  }

  get messageCount(): number {
    return this.#at.messages;
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
    return this.#channels.all[channelId - 1]!.count;
  }

  /** Adds a channel; ids count from 1. @throws OrreryError `ORR_BAG_WRITE` beyond 65535 */
  addChannel(channel: McapChannel): number {
    return this.#channels.add(channel);
  }

  /** Appends one message; `data` is copied. */
  write(
    channelId: number,
    logTime: Stamp,
    publishTime: Stamp,
    sequence: number,
    data: Uint8Array,
  ): void {
    this.#makeRoom(data.length);
    this.#count(channelId);
    this.#chunk.message(channelId, sequence, logTime, publishTime, data);
    if (this.#chunk.length >= this.#options.chunkBytes) this.#endChunk();
  }

  /** Appends one message of tables, which are copied. */
  writeTables(
    channelId: number,
    logTime: Stamp,
    publishTime: Stamp,
    sequence: number,
    message: TableMessage,
  ): void {
    this.#count(channelId);
    if (!(this.#chunk instanceof TableRecords)) this.#chunk = new TableRecords(this.#chunk);
    this.#chunk.tables(channelId, sequence, logTime, publishTime, message);
    if (this.#chunk.length >= this.#options.chunkBytes) this.#endChunk();
  }

  /** A large message begins a chunk if the memory of the open one would have to grow for it. */
  #makeRoom(bytes: number): void {
    if (this.#at.open === 0) return;
    if (this.#chunk.length + bytes > this.#options.chunkBytes + SPARE_BYTES) this.#endChunk();
  }

  /** Counts a message of this channel before it is written. */
  #count(channelId: number): void {
    const state = this.#channels.all[channelId - 1];
    if (state === undefined) {
      throw bagError('ORR_BAG_WRITE', `channel ${channelId} was never added to the bag.`);
    }
    if (!state.written) this.#channels.define(state, this.#chunk);
    this.#at.open++;
    state.count++;
    this.#at.messages++;
  }

  /** The open chunk is full: the second thread packs it, if there is one. */
  #endChunk(): void {
    if (this.#isEnding) return;
    const { lane } = this.#options;
    const chunk = this.#chunk;
    const { length } = chunk;
    if (lane?.offer(chunk.content(), chunk.tabular, this) === true) {
      this.#at.open = 0;
      chunk.clear();
      return;
    }
    this.closeChunk();
    lane?.notePacked(length);
  }

  /** Writes the open chunk, if it holds anything, and its message indexes. */
  closeChunk(): void {
    this.#options.lane?.drain(this);
    if (this.#at.open === 0) return;
    const { compressionLevel } = this.#options;
    // To compress what will be taken back would take most of the time of a checkpoint.
    const compression = this.#isEnding ? '' : this.#options.compression;
    const content = this.#chunk.content();
    const { tabular } = this.#chunk;
    const packed = this.#packer.pack(content, tabular, compression, compressionLevel);
    this.#addChunk(packed, false);
    this.#at.open = 0;
    this.#chunk.clear();
  }

  /** Where the next chunk goes, after those that the second thread has written. */
  get position(): number {
    return this.#at.position;
  }

  /** Takes a chunk from the second thread. */
  take(chunk: AnsweredChunk): void {
    this.#addChunk(chunk, chunk.isWritten);
  }

  #addChunk(chunk: PackedChunk, isWritten: boolean): void {
    const { packed, indexes, start, end } = chunk;
    const records = this.#records;
    writeChunkHead(records, chunk);
    const head = records.content();
    const rest = packed.length + indexes.length;
    if (isWritten) this.#sink.skip(head.length + rest);
    else for (const part of [head, packed, indexes]) this.#sink.write(part);
    writeChunkIndex(this.#chunkIndexes, chunk, this.#at.position);
    this.#at.crc = combineCrc(crc32(head, this.#at.crc), chunk.fileCrc, rest);
    this.#at.position += head.length + rest;
    records.clear();
    this.#range.widen(start, this.#at.chunks === 0);
    this.#range.widen(end, false);
    this.#at.chunks++;
    this.#sink.keep();
  }

  /** Writes a metadata record, e.g. rosbag2's own. */
  writeMetadata(name: string, metadata: ReadonlyMap<string, string>): void {
    this.closeChunk();
    const records = this.#records;
    const offset = this.#at.position;
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
    this.#at.metadata++;
    this.#flush();
  }

  /** Writes the last chunk and the summary. Nothing may be written afterwards. */
  finish(): void {
    this.closeChunk();
    const records = this.#records;
    const dataEnd = records.begin(OP.dataEnd);
    // Records outside chunks have no other checksum.
    records.u32(this.#at.crc);
    records.end(dataEnd);
    this.#flush();
    writeSummary(records, this.#at.position, {
      schemas: this.#channels.schemas,
      channels: this.#channels.all,
      statistics: this.#statistics(),
      chunkIndexes: this.#chunkIndexes.content(),
      metadataIndexes: this.#metadataIndexes.content(),
    });
    this.#flush();
  }

  /**
   * Completes the file with what `complete` writes, then continues as if it had not: the next chunk
   * overwrites that end. A file whose writer dies is therefore whole up to its last checkpoint, and
   * a complete file does not show how many checkpoints there were.
   */
  checkpoint(complete: () => void): void {
    this.#options.lane?.drain(this);
    const restore = this.#mark();
    this.#isEnding = true;
    try {
      this.#sink.end(() => {
        complete();
        this.finish();
      });
    } finally {
      this.#isEnding = false;
    }
    restore();
  }

  /** Saves the current state of the file; the returned function restores it. */
  #mark(): () => void {
    const chunk = this.#chunk;
    const parts = [chunk, this.#chunkIndexes, this.#metadataIndexes, this.#channels];
    const marks = parts.map((part) => part.mark());
    const { start, end } = this.#range;
    const at = { ...this.#at };
    return () => {
      // Another one, if the first tables of the chunk were written meanwhile.
      this.#chunk = chunk;
      for (const restore of marks) restore();
      Object.assign(this.#range, { start, end });
      Object.assign(this.#at, at);
    };
  }

  #statistics(): Statistics {
    return {
      messageCount: this.#at.messages,
      schemaCount: this.#channels.schemas.length,
      channelCount: this.#channels.all.length,
      metadataCount: this.#at.metadata,
      chunkCount: this.#at.chunks,
      start: this.#range.start,
      end: this.#range.end,
      counts: this.#channels.all
        .filter((state) => state.count > 0)
        .map((state) => [state.id, state.count]),
    };
  }

  #put(bytes: Uint8Array): void {
    this.#sink.write(bytes);
    this.#at.position += bytes.length;
    this.#at.crc = crc32(bytes, this.#at.crc);
  }

  #flush(): void {
    if (this.#records.length === 0) return;
    this.#put(this.#records.content());
    this.#records.clear();
  }
}
