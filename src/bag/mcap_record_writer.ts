/** How the records that describe an MCAP file are written. */
import { indexOffsets, type PackedChunk } from './chunk_packer.js';
import { OP, RECORD_HEADER_BYTES, type SchemaRecord } from './mcap_records.js';
import type { RecordBuffer } from './record_buffer.js';

/** A topic in an MCAP file. */
export interface McapChannel {
  readonly topic: string;
  readonly messageEncoding: string;
  readonly metadata: ReadonlyMap<string, string>;
  readonly schema: { readonly name: string; readonly encoding: string; readonly text: string };
}

/** A channel with the ids it has in its file. */
export interface WrittenChannel {
  readonly id: number;
  readonly schemaId: number;
  readonly channel: McapChannel;
}

export interface Statistics {
  readonly messageCount: number;
  readonly schemaCount: number;
  readonly channelCount: number;
  readonly metadataCount: number;
  readonly chunkCount: number;
  readonly start: bigint;
  readonly end: bigint;
  /** Channel id and messages. */
  readonly counts: readonly (readonly [number, number])[];
}

/** A map entry of a 16-bit id and a 64-bit number. */
const ID_AND_SIZE_BYTES = 10;

export function writeSchema(to: RecordBuffer, schema: SchemaRecord): void {
  const at = to.begin(OP.schema);
  to.u16(schema.id);
  to.text(schema.name);
  to.text(schema.encoding);
  to.u32(schema.data.length);
  to.bytes(schema.data);
  to.end(at);
}

export function writeChannel(to: RecordBuffer, { id, schemaId, channel }: WrittenChannel): void {
  const at = to.begin(OP.channel);
  to.u16(id);
  to.u16(schemaId);
  to.text(channel.topic);
  to.text(channel.messageEncoding);
  to.textMap(channel.metadata);
  to.end(at);
}

function writeIdsAndSizes(to: RecordBuffer, entries: readonly (readonly [number, number])[]): void {
  to.u32(ID_AND_SIZE_BYTES * entries.length);
  for (const [id, size] of entries) {
    to.u16(id);
    to.size(size);
  }
}

/** Bytes of a chunk record before the name of its compression, and between this name and its records. */
const CHUNK_FIELDS_BYTES = 40;

/** Bytes of a chunk record, without the message indexes after it. */
function chunkBytes({ compression, packed }: PackedChunk): number {
  return RECORD_HEADER_BYTES + CHUNK_FIELDS_BYTES + compression.length + packed.length;
}

/** Writes a chunk record up to its records. */
export function writeChunkHead(to: RecordBuffer, chunk: PackedChunk): void {
  to.u8(OP.chunk);
  to.size(chunkBytes(chunk) - RECORD_HEADER_BYTES);
  to.u64(chunk.start);
  to.u64(chunk.end);
  to.size(chunk.plainBytes);
  to.u32(chunk.crc);
  to.text(chunk.compression);
  to.size(chunk.packed.length);
}

/** Describes a chunk that begins at this offset. */
export function writeChunkIndex(to: RecordBuffer, chunk: PackedChunk, offset: number): void {
  const { indexes } = chunk;
  const length = chunkBytes(chunk);
  const at = to.begin(OP.chunkIndex);
  to.u64(chunk.start);
  to.u64(chunk.end);
  to.size(offset);
  to.size(length);
  writeIdsAndSizes(to, indexOffsets(indexes, offset + length));
  to.size(indexes.length);
  to.text(chunk.compression);
  to.size(chunk.packed.length);
  to.size(chunk.plainBytes);
  to.end(at);
}

export function writeStatistics(to: RecordBuffer, statistics: Statistics): void {
  const at = to.begin(OP.statistics);
  to.size(statistics.messageCount);
  to.u16(statistics.schemaCount);
  to.u32(statistics.channelCount);
  to.u32(0); // attachments
  to.u32(statistics.metadataCount);
  to.u32(statistics.chunkCount);
  to.u64(statistics.start);
  to.u64(statistics.end);
  writeIdsAndSizes(to, statistics.counts);
  to.end(at);
}
