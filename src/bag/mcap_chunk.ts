import { bagError, corrupt } from './bag_error.js';
import type { ByteSource } from './byte_source.js';
import { crc32, decompressChunk, MAX_UNPACKED_BYTES } from './compression.js';
import {
  MESSAGE_PREFIX_BYTES,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChunkHeader,
} from './mcap_records.js';
import type { MessageOrder } from './storage_file.js';

/** A piece of an MCAP file that holds messages: a chunk, or a run of records outside chunks. */
export interface ChunkInfo {
  /** Offset of the chunk record, or of the first record of a run. */
  readonly offset: number;
  /** Bytes of the whole record or run. */
  readonly length: number;
  /** `run`: bare records; a run may end in the middle of a record when the file is truncated. */
  readonly form: 'chunk' | 'run';
  /** Some of its records are not as they must be; the others are read. */
  readonly isDamaged?: boolean;
  /** Recorded order in the file. */
  readonly rank: number;
  /** Earliest and latest log time. */
  readonly start: bigint;
  readonly end: bigint;
  /** Channels with messages here; undefined when not known. */
  readonly channels: ReadonlySet<number> | undefined;
  /** Earliest and latest publish time, once known. */
  sent?: { readonly start: bigint; readonly end: bigint };
}

/** Whether only what can be read of the records counts: a run may break off, a chunk be damaged. */
export function isPartial({ form, isDamaged = false }: ChunkInfo): boolean {
  return form === 'run' || isDamaged;
}

// Offsets of the fields of a message, from the start of its record.
const AT_CHANNEL = RECORD_HEADER_BYTES;
const AT_SEQUENCE = AT_CHANNEL + 2;
const AT_LOG_TIME = AT_SEQUENCE + 4;
const AT_PUBLISH_TIME = AT_LOG_TIME + 8;
const AT_DATA = AT_PUBLISH_TIME + 8;

/** The unpacked records of a chunk with the offsets of its messages. */
export class ChunkRecords {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly #file: string;
  readonly #fileOffset: number;

  constructor(bytes: Uint8Array, file: string, fileOffset: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#file = file;
    this.#fileOffset = fileOffset;
  }

  channel(at: number): number {
    return this.view.getUint16(at + AT_CHANNEL, true);
  }

  sequence(at: number): number {
    return this.view.getUint32(at + AT_SEQUENCE, true);
  }

  logTime(at: number): bigint {
    return this.view.getBigUint64(at + AT_LOG_TIME, true);
  }

  publishTime(at: number): bigint {
    return this.view.getBigUint64(at + AT_PUBLISH_TIME, true);
  }

  data(at: number): Uint8Array {
    const length = this.view.getUint32(at + 1, true) - MESSAGE_PREFIX_BYTES;
    return this.bytes.subarray(at + AT_DATA, at + AT_DATA + length);
  }

  cursor(at: number, end: number): RecordCursor {
    return new RecordCursor(this.bytes.subarray(at, end), this.#file, this.#fileOffset);
  }

  /** Whether all records are as they must be. */
  isWhole(): boolean {
    try {
      this.walk(() => {});
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Calls `visit` with opcode, start and end of every record.
   *
   * @param partial - records that are not as they must be are left out instead of refused
   */
  walk(visit: (opcode: number, at: number, end: number) => void, partial = false): void {
    const { bytes, view } = this;
    let at = 0;
    while (at < bytes.length) {
      const known = at + RECORD_HEADER_BYTES <= bytes.length;
      const high = known ? view.getUint32(at + 5, true) : 0;
      const end = known ? at + RECORD_HEADER_BYTES + view.getUint32(at + 1, true) : 0;
      if (!known || high !== 0 || end > bytes.length) {
        if (partial) return;
        throw corrupt(
          this.#file,
          this.#fileOffset,
          `a record at byte ${at} of the chunk leaves it.`,
        );
      }
      const opcode = bytes[at]!;
      const problem = this.#problemOf(opcode, at, end);
      if (problem === undefined) visit(opcode, at, end);
      else if (!partial) throw corrupt(this.#file, this.#fileOffset, problem);
      at = end;
    }
  }

  #problemOf(opcode: number, at: number, end: number): string | undefined {
    if (opcode === OP.message && end - at < AT_DATA) {
      return `a message at byte ${at} of the chunk is too short.`;
    }
    if (opcode !== OP.chunk) return undefined;
    return `a chunk lies inside this chunk, at byte ${at} of it; chunks cannot be nested.`;
  }

  /**
   * Offsets of the wanted messages sorted by stamp, equal stamps in recorded order.
   *
   * @param onDefinition - called for each schema and channel
   */
  sortedMessages(
    order: MessageOrder,
    wanted: (channel: number) => boolean,
    partial: boolean,
    onDefinition?: (opcode: number, at: number, end: number) => void,
  ): number[] {
    const atTime = order === 'received' ? AT_LOG_TIME : AT_PUBLISH_TIME;
    const view = this.view;
    const offsets: number[] = [];
    let sorted = true;
    let high = 0;
    let low = 0;
    this.walk((opcode, at, end) => {
      if (opcode === OP.channel || opcode === OP.schema) onDefinition?.(opcode, at, end);
      if (opcode !== OP.message || !wanted(view.getUint16(at + AT_CHANNEL, true))) return;
      const nextLow = view.getUint32(at + atTime, true);
      const nextHigh = view.getUint32(at + atTime + 4, true);
      if (nextHigh < high || (nextHigh === high && nextLow < low)) sorted = false;
      high = nextHigh;
      low = nextLow;
      offsets.push(at);
    }, partial);
    if (!sorted) {
      offsets.sort((a, b) => {
        const byHigh = view.getUint32(a + atTime + 4, true) - view.getUint32(b + atTime + 4, true);
        if (byHigh !== 0) return byHigh;
        return view.getUint32(a + atTime, true) - view.getUint32(b + atTime, true) || a - b;
      });
    }
    return offsets;
  }
}

/** Whether a chunk has a checksum of its content. */
export function hasChecksum(source: ByteSource, offset: number, length: number): boolean {
  const from = offset + RECORD_HEADER_BYTES;
  const head = source.read(from, Math.min(CHUNK_PREFIX_BYTES, length - RECORD_HEADER_BYTES));
  return readChunkHeader(new RecordCursor(head, source.path, from)).crc !== 0;
}

/** The most bytes of a chunk record before its compressed records that are ever read. */
const CHUNK_PREFIX_BYTES = 40 + 64;
const MAX_BROKEN_OFF_BYTES = 1 << 30;

/**
 * The readable part of an uncompressed chunk in which the file ends; undefined for anything else.
 */
export function loadBrokenOffChunk(source: ByteSource, at: number): ChunkRecords | undefined {
  const { size } = source;
  if (size - at < CHUNK_PREFIX_BYTES) return undefined;
  const prefix = source.read(at, CHUNK_PREFIX_BYTES);
  if (prefix[0] !== OP.chunk) return undefined;
  let from: number;
  try {
    const header = readChunkHeader(
      new RecordCursor(prefix.subarray(RECORD_HEADER_BYTES), source.path, at),
    );
    if (header.compression !== '') return undefined;
    from = at + RECORD_HEADER_BYTES + header.prefixLength;
  } catch {
    return undefined;
  }
  if (size - from > MAX_BROKEN_OFF_BYTES) return undefined;
  return new ChunkRecords(source.read(from, size - from), source.path, from);
}

/**
 * Reads and unpacks a chunk and checks its CRC.
 *
 * @throws OrreryError `ORR_BAG_CORRUPT`, `ORR_BAG_CRC`, `ORR_BAG_COMPRESSION`,
 *   `ORR_BAG_TOO_LARGE`, `ORR_BAG_TRUNCATED`
 */
export function loadChunk(source: ByteSource, chunk: ChunkInfo): ChunkRecords {
  const file = source.path;
  if (chunk.length > MAX_UNPACKED_BYTES + 4096) {
    const message = `a chunk of ${chunk.length} bytes is larger than the limit of ${MAX_UNPACKED_BYTES}.`;
    throw bagError('ORR_BAG_TOO_LARGE', message, { file, offset: chunk.offset });
  }
  const record = source.read(chunk.offset, chunk.length);
  if (chunk.form === 'run') return new ChunkRecords(record, file, chunk.offset);
  const content = record.subarray(RECORD_HEADER_BYTES);
  const cursor = new RecordCursor(content, file, chunk.offset + RECORD_HEADER_BYTES);
  if (record[0] !== OP.chunk) throw cursor.fail('the index points here but this is not a chunk.');
  const length = new DataView(record.buffer, record.byteOffset).getBigUint64(1, true);
  if (length !== BigInt(content.length)) {
    throw cursor.fail(
      `the index says this chunk has ${content.length} bytes, the chunk ${length}.`,
    );
  }
  const header = readChunkHeader(cursor);
  const unpacked = decompressChunk(
    header.compression,
    cursor.raw(header.recordsLength),
    header.uncompressedSize,
    file,
    chunk.offset,
  );
  if (header.crc !== 0 && crc32(unpacked) !== header.crc) {
    const message = 'the checksum of this chunk is wrong; its content is damaged.';
    throw bagError('ORR_BAG_CRC', message, { file, offset: chunk.offset });
  }
  return new ChunkRecords(unpacked, file, chunk.offset);
}
