import { counted } from '../errors/index.js';
import { type BagWarning, bagError, corrupt } from './bag_error.js';
import { type ByteSource, WindowReader } from './byte_source.js';
import { defineRecord, type McapDefinitions } from './define_record.js';
import { isUnfinished, isUnfinishedSummary } from './is_unfinished.js';
import { type ChunkInfo, type ChunkRecords, loadBrokenOffChunk, loadChunk } from './mcap_chunk.js';
import {
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readMetadataRecord,
} from './mcap_records.js';

/** Bare messages are grouped into runs of about this size, which are read like chunks. */
const RUN_BYTES = 1 << 20;
const OPCODE_OF_PRIVATE_RECORDS = 0x80;

/** What is known of an MCAP file after reading its summary or, without one, all of it. */
export interface McapContents extends McapDefinitions {
  readonly chunks: ChunkInfo[];
  readonly countByChannel: Map<number, number>;
  readonly warnings: BagWarning[];
  embeddedMetadata: string | undefined;
}

export function emptyContents(): McapContents {
  return {
    schemas: new Map(),
    channels: new Map(),
    chunks: [],
    countByChannel: new Map(),
    warnings: [],
    embeddedMetadata: undefined,
  };
}

interface Run {
  offset: number;
  end: number;
  start: bigint;
  last: bigint;
  channels: Set<number>;
}

/**
 * Walks over all records of a file that has no usable summary: a file without index, or one whose
 * writer died. Complete records are kept; a warning says where the file ends early.
 */
export class McapScan {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #contents = emptyContents();
  #run: Run | undefined;
  /** A chunk that could not be read: fatal if data or the end of the file follows, else a broken tail. */
  #broken: { offset: number; error: Error } | undefined;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new WindowReader(source);
  }

  /** @throws OrreryError `ORR_BAG_CORRUPT`, `ORR_BAG_CRC`, … for damage before the last chunk. */
  scan(): McapContents {
    const size = this.#source.size;
    let at = MCAP_MAGIC.length;
    for (;;) {
      const rest = size - at;
      const header = this.#window.read(at, Math.min(RECORD_HEADER_BYTES, rest));
      const opcode = header[0] ?? 0;
      const length = rest < RECORD_HEADER_BYTES ? Number.NaN : recordLength(header);
      const end = at + RECORD_HEADER_BYTES + length;
      // Opcode 0 does not exist: a power failure leaves zeros where data had not been written yet.
      if (!(end <= size) || opcode === 0) {
        this.#tail(at);
        break;
      }
      if (!this.#record(opcode, at, end)) {
        if (!this.#hasClosingMagic()) this.#endMissing(at, opcode);
        // The file was closed, so its end cannot have been cut off.
        else if (this.#broken !== undefined) throw this.#broken.error;
        break;
      }
      at = end;
    }
    this.#closeRun();
    const broken = this.#broken;
    if (broken !== undefined) {
      this.#warnTruncated(broken.offset, `the last chunk is damaged (${broken.error.message})`);
    }
    return this.#contents;
  }

  #hasClosingMagic(): boolean {
    const magic = this.#source.read(this.#source.size - MCAP_MAGIC.length, MCAP_MAGIC.length);
    return MCAP_MAGIC.every((byte, index) => magic[index] === byte);
  }

  /** The data ends at `at`, but the file does not end as it must. */
  #endMissing(at: number, opcode: number): void {
    if (opcode === OP.dataEnd && isUnfinishedSummary(this.#source, at)) this.#warnUnclosed();
    else this.#warnTruncated(at, 'the end of the file is missing');
  }

  #warnUnclosed(): void {
    const messages = this.#messageCount();
    this.#contents.warnings.push({
      code: 'ORR_BAG_NOT_CLOSED',
      message: `the file was not closed, as when its recorder is killed; ${counted(messages, 'message')} can be read.`,
      file: this.#source.path,
    });
  }

  #messageCount(): number {
    return [...this.#contents.countByChannel.values()].reduce((sum, n) => sum + n, 0);
  }

  #warnTruncated(offset: number, what: string): void {
    this.#contents.warnings.push({
      code: 'ORR_BAG_TRUNCATED',
      message: `${what}; ${this.#messageCount()} messages before byte ${offset} were recovered.`,
      file: this.#source.path,
      offset,
    });
  }

  /** Handles one complete record; false at the end of the data. */
  #record(opcode: number, at: number, end: number): boolean {
    if (opcode === OP.message) {
      this.#message(at, end);
      return true;
    }
    if (opcode === OP.schema || opcode === OP.channel) {
      defineRecord(this.#contents, opcode, this.#cursor(at, end));
    } else if (opcode === OP.chunk) {
      this.#closeRun();
      this.#chunk(at, end);
    } else if (opcode === OP.metadata) {
      const record = readMetadataRecord(this.#cursor(at, end));
      this.#contents.embeddedMetadata =
        record.metadata.get('serialized_metadata') ?? this.#contents.embeddedMetadata;
    } else if (opcode === OP.dataEnd || opcode === OP.footer) {
      return false;
    } else if (opcode > OP.dataEnd && opcode < OPCODE_OF_PRIVATE_RECORDS) {
      throw corrupt(this.#source.path, at, `unknown record 0x${opcode.toString(16)}.`);
    }
    return true;
  }

  #cursor(at: number, end: number): RecordCursor {
    const from = at + RECORD_HEADER_BYTES;
    return new RecordCursor(this.#window.read(from, end - from), this.#source.path, from);
  }

  #count(channel: number, offset: number): void {
    const counts = this.#contents.countByChannel;
    if (!this.#contents.channels.has(channel)) {
      throw corrupt(this.#source.path, offset, `a message names the unknown channel ${channel}.`);
    }
    counts.set(channel, (counts.get(channel) ?? 0) + 1);
  }

  #message(at: number, end: number): void {
    const cursor = this.#cursor(at, Math.min(end, at + RECORD_HEADER_BYTES + 14));
    const channel = cursor.u16();
    cursor.u32();
    const time = cursor.u64();
    if (end - at < RECORD_HEADER_BYTES + 22) throw cursor.fail('a message is too short.');
    this.#count(channel, at);
    if (this.#run !== undefined && end - this.#run.offset > RUN_BYTES) this.#closeRun();
    this.#run ??= { offset: at, end, start: time, last: time, channels: new Set() };
    const run = this.#run;
    run.end = end;
    run.channels.add(channel);
    if (time < run.start) run.start = time;
    if (time > run.last) run.last = time;
  }

  #closeRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    this.#addChunk('run', run.offset, run.end, run.start, run.last, run.channels);
  }

  #addChunk(
    form: ChunkInfo['form'],
    offset: number,
    end: number,
    start: bigint,
    last: bigint,
    channels: Set<number>,
  ): void {
    const { chunks } = this.#contents;
    chunks.push({
      offset,
      length: end - offset,
      form,
      rank: chunks.length,
      start,
      end: last,
      channels,
    });
  }

  #chunk(at: number, end: number): void {
    if (this.#broken !== undefined) throw this.#broken.error;
    const info = {
      offset: at,
      length: end - at,
      form: 'chunk',
      rank: 0,
      start: 0n,
      end: 0n,
    } as const;
    let records: ChunkRecords;
    try {
      records = loadChunk(this.#source, { ...info, channels: undefined });
    } catch (error) {
      this.#broken = { offset: at, error: error as Error };
      return;
    }
    this.#keep(records, 'chunk', at, end, false);
  }

  /** Counts the messages of unpacked records and remembers the chunk. */
  #keep(
    records: ChunkRecords,
    form: ChunkInfo['form'],
    at: number,
    end: number,
    mayEndEarly: boolean,
  ): void {
    let start = 0n;
    let last = 0n;
    const channels = new Set<number>();
    records.walk((opcode, from, to) => {
      if (opcode === OP.schema || opcode === OP.channel) {
        defineRecord(this.#contents, opcode, records.cursor(from + RECORD_HEADER_BYTES, to));
      } else if (opcode === OP.message) {
        const channel = records.channel(from);
        const time = records.logTime(from);
        this.#count(channel, at);
        if (channels.size === 0 || time < start) start = time;
        if (channels.size === 0 || time > last) last = time;
        channels.add(channel);
      }
    }, mayEndEarly);
    if (channels.size > 0) this.#addChunk(form, at, end, start, last, channels);
  }

  /** The file ends inside the record at `at`. */
  #tail(at: number): void {
    this.#closeRun();
    const records = loadBrokenOffChunk(this.#source, at);
    const { size } = this.#source;
    if (records !== undefined) this.#keep(records, 'run', size - records.bytes.length, size, true);
    if (this.#broken === undefined && isUnfinished(this.#source, at)) this.#warnUnclosed();
    else this.#warnTruncated(at, 'the file breaks off');
  }
}

function recordLength(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  return view.getUint32(1, true) + view.getUint32(5, true) * 2 ** 32;
}

/** Refuses a file that does not start like an MCAP file. */
export function checkMcapMagic(source: ByteSource): void {
  const head = source.read(0, Math.min(source.size, MCAP_MAGIC.length));
  if (head.length < MCAP_MAGIC.length || MCAP_MAGIC.some((byte, index) => head[index] !== byte)) {
    throw bagError('ORR_BAG_NOT_A_BAG', 'does not start as an MCAP file does.', {
      file: source.path,
      offset: 0,
    });
  }
}
