import { crc32 } from './compression.js';
import {
  type Statistics,
  type WrittenChannel,
  writeChannel,
  writeSchema,
  writeStatistics,
} from './mcap_record_writer.js';
import { MCAP_MAGIC, OP, type SchemaRecord } from './mcap_records.js';
import type { RecordBuffer } from './record_buffer.js';

/** The content of the summary of an MCAP file. */
export interface McapSummary {
  readonly schemas: readonly SchemaRecord[];
  readonly channels: readonly WrittenChannel[];
  readonly statistics: Statistics;
  /** Their records, as they were collected. */
  readonly chunkIndexes: Uint8Array;
  readonly metadataIndexes: Uint8Array;
}

/**
 * Writes the summary section, its offsets and the footer.
 *
 * @param start - where in the file it begins
 */
export function writeSummary(records: RecordBuffer, start: number, summary: McapSummary): void {
  const groups = writeGroups(records, start, summary);
  const offsetStart = start + records.length;
  for (const [opcode, at, length] of groups) {
    if (length === 0) continue;
    const record = records.begin(OP.summaryOffset);
    records.u8(opcode);
    records.size(at);
    records.size(length);
    records.end(record);
  }
  records.u8(OP.footer);
  records.size(20);
  records.size(start);
  records.size(offsetStart);
  records.u32(crc32(records.content()));
  records.bytes(MCAP_MAGIC);
}

/** Writes the groups of the summary; returns opcode, offset and length of each. */
function writeGroups(
  records: RecordBuffer,
  base: number,
  summary: McapSummary,
): [opcode: number, at: number, length: number][] {
  const groups: [number, number, number][] = [];
  const group = (opcode: number, write: () => void) => {
    const from = records.length;
    write();
    groups.push([opcode, base + from, records.length - from]);
  };
  group(OP.schema, () => {
    for (const schema of summary.schemas) writeSchema(records, schema);
  });
  group(OP.channel, () => {
    for (const channel of summary.channels) writeChannel(records, channel);
  });
  group(OP.statistics, () => writeStatistics(records, summary.statistics));
  group(OP.chunkIndex, () => records.bytes(summary.chunkIndexes));
  group(OP.metadataIndex, () => records.bytes(summary.metadataIndexes));
  return groups;
}
