import { type ChunkCompression, compressChunk, crc32 } from './compression.js';
import { MESSAGE_PREFIX_BYTES, OP, RECORD_HEADER_BYTES } from './mcap_records.js';
import { Transposer } from './transposer.js';

/** The zstd level of chunks that a second thread packs: the default level of bags. */
export const PACKING_LEVEL = 1;

/** The result of packing the records of a chunk; valid until the next chunk is packed. */
export interface PackedChunk {
  /** The records, compressed. */
  readonly packed: Uint8Array;
  /** How; `''` if they are not, because that would save little. */
  readonly compression: ChunkCompression;
  /** Bytes of the uncompressed records. */
  readonly plainBytes: number;
  /** Checksum of the uncompressed records. */
  readonly crc: number;
  /** One message index record per channel with messages, by channel id. */
  readonly indexes: Uint8Array;
  /** Checksum of `packed` followed by `indexes`. */
  readonly fileCrc: number;
  /** Earliest and latest log time. */
  readonly start: bigint;
  readonly end: bigint;
}

/** Bytes of a message index record before its entries, and of an entry. */
const INDEX_PREFIX_BYTES = RECORD_HEADER_BYTES + 6;
const INDEX_ENTRY_BYTES = 16;
/** A message record has at least this many bytes. */
const LEAST_MESSAGE_BYTES = RECORD_HEADER_BYTES + MESSAGE_PREFIX_BYTES;
const AT_CHANNEL = RECORD_HEADER_BYTES;
const AT_LOG_TIME = RECORD_HEADER_BYTES + 6;

/** Whether to compress is tried out only if messages are on average larger than this. */
const LARGE_MESSAGE_BYTES = 1 << 14;
/** The size of the part on which it is tried out, and the largest part of it that may be left. */
const SAMPLE_BYTES = 1 << 15;
const LARGEST_REST = 0.8;

/**
 * Whether a chunk of large messages gets so much smaller that it is worth the time: noisy images and point clouds do not. The
 * answer depends on the records alone.
 */
function savesEnough(plain: Uint8Array, messages: number): boolean {
  if (messages === 0 || plain.length < messages * LARGE_MESSAGE_BYTES) return true;
  const middle = (plain.length - SAMPLE_BYTES) >> 1;
  const sample = plain.subarray(Math.max(0, middle), Math.max(0, middle) + SAMPLE_BYTES);
  const { length } = compressChunk('zstd', sample, PACKING_LEVEL);
  return length <= LARGEST_REST * sample.length;
}

/** A stamp in two halves, which can be compared without a BigInt. */
interface Halves {
  low: number;
  high: number;
}

/**
 * Turns the records of an MCAP chunk into what the file holds. The result depends on the records alone, so it does
 * not matter which thread packs them, or when.
 */
export class ChunkPacker {
  /** Offsets of the messages. */
  #offsets = new Uint32Array(1024);
  /** Messages by channel id, then where the next entry of the channel's index goes. */
  #places = new Uint32Array(64);
  #indexes = new Uint8Array(4096);
  readonly #start: Halves = { low: 0, high: 0 };
  readonly #end: Halves = { low: 0, high: 0 };
  readonly #transposer = new Transposer();

  /** @param tabular - the most bytes of the records if they hold tables; 0: they are records already */
  pack(
    records: Uint8Array,
    tabular: number,
    compression: ChunkCompression,
    level: number,
  ): PackedChunk {
    const plain = tabular === 0 ? records : this.#transposer.transpose(records, tabular);
    const view = new DataView(plain.buffer, plain.byteOffset, plain.length);
    const count = this.#findMessages(view);
    const length = this.#writePrefixes(count);
    this.#writeEntries(view, count);
    const isWorthIt =
      compression !== 'zstd' || level !== PACKING_LEVEL || savesEnough(plain, count);
    const used = isWorthIt ? compression : '';
    const packed = compressChunk(used, plain, level);
    const indexes = this.#indexes.subarray(0, length);
    const crc = crc32(plain);
    return {
      packed,
      compression: used,
      plainBytes: plain.length,
      crc,
      indexes,
      // Large messages are often stored as they are; a checksum takes as long as a copy.
      fileCrc: crc32(indexes, packed === plain ? crc : crc32(packed)),
      start: join(this.#start),
      end: join(this.#end),
    };
  }

  /** Finds where the messages are, how many each channel has, and their times. */
  #findMessages(view: DataView): number {
    const most = Math.ceil(view.byteLength / LEAST_MESSAGE_BYTES);
    if (most > this.#offsets.length) this.#offsets = new Uint32Array(2 * most);
    const offsets = this.#offsets;
    this.#places.fill(0);
    let places = this.#places;
    let count = 0;
    let low = 0;
    let high = 0;
    for (
      let at = 0;
      at < view.byteLength;
      at += RECORD_HEADER_BYTES + view.getUint32(at + 1, true)
    ) {
      if (view.getUint8(at) !== OP.message) continue;
      const channel = view.getUint16(at + AT_CHANNEL, true);
      if (channel >= places.length) places = this.#growPlaces(channel);
      places[channel]!++;
      offsets[count++] = at;
      const nextLow = view.getUint32(at + AT_LOG_TIME, true);
      const nextHigh = view.getUint32(at + AT_LOG_TIME + 4, true);
      if (count > 1 && nextLow === low && nextHigh === high) continue;
      low = nextLow;
      high = nextHigh;
      this.#widen(low, high, count === 1);
    }
    return count;
  }

  #growPlaces(channel: number) {
    const grown = new Uint32Array(2 * channel);
    grown.set(this.#places);
    this.#places = grown;
    return grown;
  }

  #widen(low: number, high: number, isFirst: boolean): void {
    const start = this.#start;
    const end = this.#end;
    if (isFirst || high < start.high || (high === start.high && low < start.low)) {
      start.low = low;
      start.high = high;
    }
    if (isFirst || high > end.high || (high === end.high && low > end.low)) {
      end.low = low;
      end.high = high;
    }
  }

  /** Writes the beginning of each message index record; returns their total number of bytes. */
  #writePrefixes(count: number): number {
    const places = this.#places;
    let channels = 0;
    for (let channel = 0; channel < places.length; channel++) {
      if (places[channel] !== 0) channels++;
    }
    const length = INDEX_PREFIX_BYTES * channels + INDEX_ENTRY_BYTES * count;
    if (length > this.#indexes.length) this.#indexes = new Uint8Array(2 * length);
    const view = new DataView(this.#indexes.buffer);
    let at = 0;
    for (let channel = 0; channel < places.length; channel++) {
      const entryBytes = INDEX_ENTRY_BYTES * places[channel]!;
      if (entryBytes === 0) continue;
      view.setUint8(at, OP.messageIndex);
      view.setUint32(at + 1, INDEX_PREFIX_BYTES - RECORD_HEADER_BYTES + entryBytes, true);
      view.setUint32(at + 5, 0, true);
      view.setUint16(at + RECORD_HEADER_BYTES, channel, true);
      view.setUint32(at + RECORD_HEADER_BYTES + 2, entryBytes, true);
      at += INDEX_PREFIX_BYTES;
      places[channel] = at;
      at += entryBytes;
    }
    return length;
  }

  #writeEntries(view: DataView, count: number): void {
    const places = this.#places;
    const offsets = this.#offsets;
    const to = new DataView(this.#indexes.buffer);
    for (let i = 0; i < count; i++) {
      const offset = offsets[i]!;
      const channel = view.getUint16(offset + AT_CHANNEL, true);
      const at = places[channel]!;
      to.setUint32(at, view.getUint32(offset + AT_LOG_TIME, true), true);
      to.setUint32(at + 4, view.getUint32(offset + AT_LOG_TIME + 4, true), true);
      to.setUint32(at + 8, offset, true);
      to.setUint32(at + 12, 0, true);
      places[channel] = at + INDEX_ENTRY_BYTES;
    }
  }
}

function join({ low, high }: Halves): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Channel id and offset of each of these message index records. */
export function indexOffsets(indexes: Uint8Array, from: number): [number, number][] {
  const view = new DataView(indexes.buffer, indexes.byteOffset, indexes.length);
  const offsets: [number, number][] = [];
  for (let at = 0; at < indexes.length; at += RECORD_HEADER_BYTES + view.getUint32(at + 1, true)) {
    offsets.push([view.getUint16(at + RECORD_HEADER_BYTES, true), from + at]);
  }
  return offsets;
}
