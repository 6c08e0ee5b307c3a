/**
 * The records of an MCAP file (https://mcap.dev/spec) that reading a bag needs. Everything is
 * checked against the bounds of the record; a contradiction is a coded error with its offset.
 */
import { printableName } from '../errors/index.js';
import { corrupt } from './bag_error.js';

export const MCAP_MAGIC = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);

/** Opcodes of records. */
export const OP = {
  header: 0x01,
  footer: 0x02,
  schema: 0x03,
  channel: 0x04,
  message: 0x05,
  chunk: 0x06,
  messageIndex: 0x07,
  chunkIndex: 0x08,
  attachment: 0x09,
  attachmentIndex: 0x0a,
  statistics: 0x0b,
  metadata: 0x0c,
  metadataIndex: 0x0d,
  summaryOffset: 0x0e,
  dataEnd: 0x0f,
} as const;

/** Opcode and length before each record. */
export const RECORD_HEADER_BYTES = 9;
/** Channel, sequence and two stamps before the data of a message. */
export const MESSAGE_PREFIX_BYTES = 22;
/** Footer record and closing magic. */
export const FOOTER_BYTES = RECORD_HEADER_BYTES + 20 + 8;

export interface SchemaRecord {
  readonly id: number;
  readonly name: string;
  readonly encoding: string;
  readonly data: Uint8Array;
}

export interface ChannelRecord {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly messageEncoding: string;
  readonly metadata: ReadonlyMap<string, string>;
}

export interface ChunkHeader {
  readonly start: bigint;
  readonly end: bigint;
  readonly uncompressedSize: number;
  readonly crc: number;
  readonly compression: string;
  readonly recordsLength: number;
  /** Bytes before the records, from the start of the record's content. */
  readonly prefixLength: number;
}

export interface ChunkIndexRecord {
  readonly start: bigint;
  readonly end: bigint;
  readonly chunkOffset: number;
  readonly chunkLength: number;
  /** Channels with messages in the chunk; empty when the writer left no message index. */
  readonly channels: readonly number[];
}

export interface StatisticsRecord {
  readonly messageCount: number;
  readonly schemaCount: number;
  readonly channelCount: number;
  readonly attachmentCount: number;
  readonly metadataCount: number;
  readonly chunkCount: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly countByChannel: ReadonlyMap<number, number>;
}

const decoder = new TextDecoder();

/** Reads the fields of one record. */
export class RecordCursor {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #file: string;
  readonly #base: number;
  at = 0;

  /** `base` is the offset of `bytes` in the file, for error messages. */
  constructor(bytes: Uint8Array, file: string, base: number) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#file = file;
    this.#base = base;
  }

  /** Where in the file the cursor is. */
  get offset(): number {
    return this.#base + this.at;
  }

  fail(what: string): Error {
    return corrupt(this.#file, this.#base + this.at, what);
  }

  #take(length: number): number {
    const at = this.at;
    if (length > this.bytes.length - at) {
      throw this.fail(`a record of ${this.bytes.length} bytes is too short for its content.`);
    }
    this.at = at + length;
    return at;
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  /** A 64-bit size, offset or count. */
  size(): number {
    const value = this.u64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw this.fail(`the size ${value} is not possible.`);
    }
    return Number(value);
  }

  raw(length: number): Uint8Array {
    const at = this.#take(length);
    return this.bytes.subarray(at, at + length);
  }

  text(): string {
    return decoder.decode(this.raw(this.u32()));
  }

  /**
   * The name of a topic or type. No valid name contains control characters; they are replaced by their
   * printable form on reading, so that no name can control a terminal or forge a line wherever it is
   * printed later.
   */
  name(): string {
    return printableName(this.text());
  }

  /** Calls `entry` until the byte length read here is used up. */
  entries(entry: () => void): void {
    const length = this.u32();
    const end = this.at + length;
    if (end > this.bytes.length) throw this.fail(`a list of ${length} bytes leaves its record.`);
    while (this.at < end) entry();
    if (this.at !== end) throw this.fail('the length of a list does not fit its entries.');
  }
}

export function readSchema(cursor: RecordCursor): SchemaRecord {
  const id = cursor.u16();
  if (id === 0) throw cursor.fail('schema id 0 is reserved.');
  return {
    id,
    name: cursor.name(),
    encoding: cursor.text(),
    data: cursor.raw(cursor.u32()).slice(),
  };
}

function readTextMap(cursor: RecordCursor): Map<string, string> {
  const map = new Map<string, string>();
  cursor.entries(() => {
    const key = cursor.text();
    map.set(key, cursor.text());
  });
  return map;
}

export function readChannel(cursor: RecordCursor): ChannelRecord {
  return {
    id: cursor.u16(),
    schemaId: cursor.u16(),
    topic: cursor.name(),
    messageEncoding: cursor.text(),
    metadata: readTextMap(cursor),
  };
}

export function readChunkHeader(cursor: RecordCursor): ChunkHeader {
  const start = cursor.u64();
  const end = cursor.u64();
  const uncompressedSize = cursor.size();
  const crc = cursor.u32();
  const compression = cursor.text();
  const recordsLength = cursor.size();
  return { start, end, uncompressedSize, crc, compression, recordsLength, prefixLength: cursor.at };
}

export function readChunkIndex(cursor: RecordCursor): ChunkIndexRecord {
  const start = cursor.u64();
  const end = cursor.u64();
  const chunkOffset = cursor.size();
  const chunkLength = cursor.size();
  const channels: number[] = [];
  cursor.entries(() => {
    channels.push(cursor.u16());
    cursor.size();
  });
  return { start, end, chunkOffset, chunkLength, channels };
}

export function readStatistics(cursor: RecordCursor): StatisticsRecord {
  const messageCount = cursor.size();
  const schemaCount = cursor.u16();
  const channelCount = cursor.u32();
  const attachmentCount = cursor.u32();
  const metadataCount = cursor.u32();
  const chunkCount = cursor.u32();
  const start = cursor.u64();
  const end = cursor.u64();
  const countByChannel = new Map<number, number>();
  cursor.entries(() => {
    const channel = cursor.u16();
    countByChannel.set(channel, cursor.size());
  });
  return {
    ...{ messageCount, schemaCount, channelCount, attachmentCount, metadataCount, chunkCount },
    ...{ start, end, countByChannel },
  };
}

export function readMetadataRecord(cursor: RecordCursor): {
  name: string;
  metadata: Map<string, string>;
} {
  return { name: cursor.text(), metadata: readTextMap(cursor) };
}
