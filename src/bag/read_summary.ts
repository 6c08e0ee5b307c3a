import { bagError, corrupt } from './bag_error.js';
import type { ByteSource } from './byte_source.js';
import { crc32 } from './compression.js';
import { defineRecord } from './define_record.js';
import {
  FOOTER_BYTES,
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChunkIndex,
  readMetadataRecord,
  readStatistics,
  type StatisticsRecord,
} from './mcap_records.js';
import { emptyContents, type McapContents } from './mcap_scan.js';

const MAX_SUMMARY_BYTES = 256 * 1024 * 1024;

/** Reads the summary section; undefined if the file has no complete and usable one. */
export function readSummary(source: ByteSource): McapContents | undefined {
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
  defineRecord(contents, opcode, cursor);
  if (opcode === OP.chunkIndex) {
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
