import { OrreryError } from '../errors/index.js';
import { type ByteSource, WindowReader } from './byte_source.js';
import { defineRecord } from './define_record.js';
import { type ChunkRecords, loadBrokenOffChunk, loadChunk } from './mcap_chunk.js';
import {
  MCAP_MAGIC,
  MESSAGE_PREFIX_BYTES,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChunkHeader,
  readMetadataRecord,
} from './mcap_records.js';
import { emptyContents, type McapContents } from './mcap_scan.js';

const FIRST_PRIVATE_OPCODE = 0x80;
/** The most bytes of a chunk record before its records. */
const CHUNK_HEAD_BYTES = 64;
/** Bare messages are grouped into runs of about this size, which are read like chunks. */
const RUN_BYTES = 1 << 20;
const SEARCH_BYTES = 256 * 1024;

/**
 * Reads a damaged MCAP file and loses only the damaged parts. Every chunk is unpacked and checked;
 * where the sequence of records breaks, reading continues at the next chunk, found by the summary's
 * index if there is one, else by its first bytes.
 */
export class McapSalvage {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #contents: McapContents = emptyContents();
  /** Where the summary says that chunks begin, in order. */
  readonly #chunkStarts: readonly number[];

  constructor(source: ByteSource, summary: McapContents | undefined) {
    this.#source = source;
    this.#window = new WindowReader(source);
    for (const [id, schema] of summary?.schemas ?? []) this.#contents.schemas.set(id, schema);
    for (const [id, channel] of summary?.channels ?? []) this.#contents.channels.set(id, channel);
    this.#contents.embeddedMetadata = summary?.embeddedMetadata;
    this.#chunkStarts = (summary?.chunks ?? []).map(({ offset }) => offset).sort((a, b) => a - b);
  }

  salvage(): McapContents {
    let previous = MCAP_MAGIC.length;
    let at = previous;
    while (at < this.#source.size - MCAP_MAGIC.length) {
      const end = this.#endOf(at);
      if (end !== undefined && this.#take(at, end)) {
        previous = at;
        at = end;
        continue;
      }
      // The length of a damaged record may be wrong too, and that of the record before it.
      const follows = end !== undefined && this.#endOf(end) !== undefined ? end : undefined;
      const next = follows ?? this.#nextChunk(Math.max(previous, MCAP_MAGIC.length) + 1);
      if (next === this.#source.size) this.#takeBrokenOff(at);
      this.#lose(at, next);
      previous = next;
      at = next;
    }
    return this.#contents;
  }

  /** The end of the record at `at`; undefined when no record can be there. */
  #endOf(at: number): number | undefined {
    const { size } = this.#source;
    if (at >= size - MCAP_MAGIC.length) return at === size - MCAP_MAGIC.length ? at : undefined;
    if (at + RECORD_HEADER_BYTES > size) return undefined;
    const header = this.#window.read(at, RECORD_HEADER_BYTES);
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    const end =
      at + RECORD_HEADER_BYTES + view.getUint32(1, true) + view.getUint32(5, true) * 2 ** 32;
    const opcode = header[0]!;
    const known = (opcode > 0 && opcode <= OP.dataEnd) || opcode >= FIRST_PRIVATE_OPCODE;
    const crossed = this.#chunkStarts.some((start) => start > at && start < end);
    return known && end <= size && !crossed ? end : undefined;
  }

  /** Takes over the content of a record; false if it is damaged. */
  #take(at: number, end: number): boolean {
    const opcode = this.#window.read(at, 1)[0]!;
    if (opcode !== OP.chunk && this.#isChunk(at, opcode)) return false;
    try {
      if (opcode === OP.chunk) {
        const info = { form: 'chunk', rank: 0, start: 0n, end: 0n, channels: undefined } as const;
        this.#takeChunk(
          loadChunk(this.#source, { ...info, offset: at, length: end - at }),
          at,
          end,
        );
      } else if (opcode === OP.message) {
        this.#takeMessage(at, end);
      } else if (opcode === OP.schema || opcode === OP.channel || opcode === OP.metadata) {
        this.#define(opcode, this.#cursor(at, end));
      }
      return true;
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error;
      return false;
    }
  }

  /** Whether a record is a chunk although its opcode says otherwise: that byte is damaged, and messages are lost. */
  #isChunk(at: number, opcode: number): boolean {
    if (this.#chunkStarts.includes(at)) return true;
    // Files without chunks hold millions of messages.
    const isMessage = opcode === OP.message && this.#contents.channels.has(this.#channelOf(at));
    return !isMessage && this.#looksLikeChunk(at);
  }

  #channelOf(message: number): number {
    const [low = 0, high = 0] = this.#window.read(message + RECORD_HEADER_BYTES, 2);
    return low + high * 256;
  }

  #cursor(at: number, end: number): RecordCursor {
    const from = at + RECORD_HEADER_BYTES;
    return new RecordCursor(this.#window.read(from, end - from), this.#source.path, from);
  }

  #define(opcode: number, cursor: RecordCursor): void {
    if (opcode !== OP.metadata) defineRecord(this.#contents, opcode, cursor);
    else {
      const text = readMetadataRecord(cursor).metadata.get('serialized_metadata');
      this.#contents.embeddedMetadata = text ?? this.#contents.embeddedMetadata;
    }
  }

  /** Of a chunk whose bytes are as they were written, but not all its records, the others are kept. */
  #takeChunk(records: ChunkRecords, at: number, end: number): void {
    const isDamaged = !records.isWhole();
    records.walk((opcode, from, to) => {
      if (opcode === OP.schema || opcode === OP.channel) {
        this.#define(opcode, records.cursor(from + RECORD_HEADER_BYTES, to));
      }
    }, isDamaged);
    const stamps: [channel: number, time: bigint][] = [];
    records.walk((opcode, from) => {
      if (opcode === OP.message) stamps.push([records.channel(from), records.logTime(from)]);
    }, isDamaged);
    this.#keep('chunk', at, end, stamps, isDamaged);
    if (isDamaged) this.#lose(at, end);
  }

  /** If the file ends inside an uncompressed chunk, the messages before the end are kept. */
  #takeBrokenOff(at: number): void {
    const records = loadBrokenOffChunk(this.#source, at);
    if (records === undefined) return;
    const stamps: [channel: number, time: bigint][] = [];
    records.walk((opcode, from) => {
      if (opcode === OP.message) stamps.push([records.channel(from), records.logTime(from)]);
    }, true);
    const { size } = this.#source;
    this.#keep('run', size - records.bytes.length, size, stamps);
  }

  #takeMessage(at: number, end: number): void {
    const cursor = this.#cursor(at, end);
    const channel = cursor.u16();
    cursor.u32();
    const time = cursor.u64();
    if (cursor.bytes.length < MESSAGE_PREFIX_BYTES) throw cursor.fail('a message is too short.');
    this.#keep('run', at, end, [[channel, time]]);
  }

  /** Messages of channels without a description are lost. */
  #keep(
    form: 'chunk' | 'run',
    offset: number,
    end: number,
    stamps: readonly (readonly [channel: number, time: bigint])[],
    isDamaged = false,
  ): void {
    const { chunks, countByChannel } = this.#contents;
    const known = stamps.filter(([channel]) => this.#contents.channels.has(channel));
    if (known.length === 0) return;
    const channels = new Set<number>();
    let [, first] = known[0]!;
    let last = first;
    for (const [channel, time] of known) {
      channels.add(channel);
      countByChannel.set(channel, (countByChannel.get(channel) ?? 0) + 1);
      if (time < first) first = time;
      if (time > last) last = time;
    }
    const before = chunks.at(-1);
    const follows = before?.form === 'run' && before.offset + before.length === offset;
    if (form === 'run' && follows && end - before.offset <= RUN_BYTES) {
      chunks.pop();
      if (before.start < first) first = before.start;
      if (before.end > last) last = before.end;
      for (const channel of before.channels ?? []) channels.add(channel);
      offset = before.offset;
    }
    const place = { offset, length: end - offset, rank: chunks.length };
    chunks.push({ ...place, form, isDamaged, start: first, end: last, channels });
  }

  /** Where the next chunk begins at or after `from`; the end of the file when there is none. */
  #nextChunk(from: number): number {
    const { size } = this.#source;
    const indexed = this.#chunkStarts.find((start) => start >= from);
    if (indexed !== undefined) return indexed;
    for (let at = from; at < size; at += SEARCH_BYTES) {
      const bytes = this.#source.read(at, Math.min(SEARCH_BYTES, size - at));
      for (let i = bytes.indexOf(OP.chunk); i >= 0; i = bytes.indexOf(OP.chunk, i + 1)) {
        if (this.#looksLikeChunk(at + i)) return at + i;
      }
    }
    return size;
  }

  #looksLikeChunk(at: number): boolean {
    const end = this.#endOf(at);
    if (end === undefined) return false;
    const from = at + RECORD_HEADER_BYTES;
    const head = this.#source.read(from, Math.min(CHUNK_HEAD_BYTES, end - from));
    try {
      const header = readChunkHeader(new RecordCursor(head, this.#source.path, from));
      return header.prefixLength + header.recordsLength === end - from;
    } catch {
      return false;
    }
  }

  #lose(from: number, to: number): void {
    this.#contents.warnings.push({
      code: 'ORR_BAG_LOST',
      message: `bytes ${from} to ${to} are damaged; what could not be read of them is left out.`,
      file: this.#source.path,
      offset: from,
    });
  }
}
