import { counted, OrreryError } from '../errors/index.js';
import { auditSummary } from './audit_summary.js';
import { type ByteSource, WindowReader } from './byte_source.js';
import { crc32 } from './compression.js';
import { defineRecord } from './define_record.js';
import { type ChunkRecords, loadChunk } from './mcap_chunk.js';
import { type Audit, type AuditFinding, type ChunkFacts, noFacts } from './mcap_facts.js';
import {
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChannel,
  readChunkHeader,
  readMetadataRecord,
} from './mcap_records.js';

const PROFILES: ReadonlySet<string> = new Set(['', 'ros1', 'ros2']);
const FIRST_PRIVATE_OPCODE = 0x80;
/** Bytes read at once for a checksum of the file. */
const PIECE_BYTES = 1 << 20;

/** A chunk whose message indexes follow. */
interface OpenChunk {
  readonly at: number;
  readonly facts: ChunkFacts;
  readonly records: ChunkRecords;
  /** Offsets of the messages of each channel. */
  readonly messages: ReadonlyMap<number, readonly number[]>;
}

/**
 * Compares everything that an MCAP file stores twice: indexes and headers of chunks with their messages, the
 * summary with the data section, checksums with the bytes they cover. A reader needs only one of the two, so
 * damage to the other goes unnoticed until a different reader needs it.
 */
export class McapAudit {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #facts = noFacts();
  readonly #findings: AuditFinding[] = [];
  #open: OpenChunk | undefined;
  #isWholeChecked = false;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new WindowReader(source);
  }

  /**
   * Reads the whole file.
   *
   * @param isClosed - whether its writer has finished the file; otherwise its end may be missing
   */
  run(isClosed: boolean): Audit {
    try {
      this.#walk(isClosed);
      const { dataEnd } = this.#facts;
      if (dataEnd !== undefined) this.#checkWhole(dataEnd);
      else if (isClosed) this.#find(0, 'the data section has no end.');
      if (isClosed) auditSummary(this.#source, this.#facts, this.#report);
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error;
      this.#find(error.place.offset ?? 0, withoutPlace(error));
    }
    return { findings: this.#findings, isWholeChecked: this.#isWholeChecked };
  }

  readonly #report = (offset: number, message: string): void => this.#find(offset, message);

  #find(offset: number, message: string, severity: AuditFinding['severity'] = 'error'): void {
    this.#findings.push({ severity, message, offset });
  }

  #walk(isClosed: boolean): void {
    const { size } = this.#source;
    for (let at = MCAP_MAGIC.length; at < size && this.#facts.dataEnd === undefined; ) {
      if (!isClosed && at + RECORD_HEADER_BYTES > size) return;
      const header = this.#window.read(at, RECORD_HEADER_BYTES);
      const opcode = header[0]!;
      const length = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(1, true));
      const end = at + RECORD_HEADER_BYTES + length;
      // The scan has found that its writer died here.
      if (!isClosed && (end > size || header[0] === 0)) return;
      if (end > size) {
        this.#find(at, 'a record leaves the file.');
        return;
      }
      if (at === MCAP_MAGIC.length) this.#header(opcode, at, end);
      else this.#record(opcode, at, end);
      at = end;
    }
  }

  #cursor(at: number, end: number): RecordCursor {
    const from = at + RECORD_HEADER_BYTES;
    return new RecordCursor(this.#window.read(from, end - from), this.#source.path, from);
  }

  #header(opcode: number, at: number, end: number): void {
    this.#facts.headerEnd = end;
    if (opcode !== OP.header) {
      this.#find(at, 'the file does not begin with a header.');
      return;
    }
    const cursor = this.#cursor(at, end);
    const profile = cursor.text();
    cursor.text();
    if (!PROFILES.has(profile)) {
      this.#find(at, `the profile is ${JSON.stringify(profile)}, not "ros2".`, 'warning');
    }
    this.#checkEnd(cursor, 'header');
  }

  /** A later version of the format may append fields to records; none does so far. */
  #checkEnd(cursor: RecordCursor, what: string): void {
    const rest = cursor.bytes.length - cursor.at;
    if (rest === 0) return;
    this.#find(cursor.offset, `a ${what} has ${rest} bytes after its last field.`, 'warning');
  }

  #record(opcode: number, at: number, end: number): void {
    if (opcode === OP.messageIndex) {
      this.#messageIndex(at, end);
      return;
    }
    this.#closeChunk(at);
    if (opcode === OP.chunk) this.#chunk(at, end);
    else if (opcode === OP.schema || opcode === OP.channel)
      this.#define(opcode, this.#cursor(at, end));
    else if (opcode === OP.message) this.#bareMessage(at, end);
    else if (opcode === OP.metadata) {
      const { name } = readMetadataRecord(this.#cursor(at, end));
      this.#facts.metadata.set(at, { length: end - at, name });
    } else if (opcode === OP.attachment) this.#attachment(at, end);
    else if (opcode === OP.dataEnd) {
      this.#facts.dataEnd = { at, end, crc: this.#cursor(at, end).u32() };
    } else if (opcode < FIRST_PRIVATE_OPCODE) {
      this.#find(at, `a record 0x${opcode.toString(16)} has no place in the data section.`);
    } else this.#find(at, `a private record 0x${opcode.toString(16)} is not read.`, 'warning');
  }

  #define(opcode: number, cursor: RecordCursor): void {
    const { channels } = this.#facts;
    if (opcode === OP.channel) {
      const channel = readChannel(cursor);
      const known = channels.get(channel.id);
      if (known !== undefined && !sameTexts(known.metadata, channel.metadata)) {
        this.#find(cursor.offset, `${channel.topic} is described twice, each time differently.`);
      }
      cursor.at = 0;
    }
    defineRecord(this.#facts, opcode, cursor);
    this.#checkEnd(cursor, opcode === OP.channel ? 'channel' : 'schema');
  }

  #count(channel: number, time: bigint): void {
    const facts = this.#facts;
    facts.counts.set(channel, (facts.counts.get(channel) ?? 0) + 1);
    if (facts.start === undefined || time < facts.start) facts.start = time;
    if (facts.end === undefined || time > facts.end) facts.end = time;
  }

  #bareMessage(at: number, end: number): void {
    const cursor = this.#cursor(at, end);
    const channel = cursor.u16();
    cursor.u32();
    this.#count(channel, cursor.u64());
  }

  #attachment(at: number, end: number): void {
    const cursor = this.#cursor(at, end);
    cursor.u64();
    cursor.u64();
    const name = cursor.text();
    cursor.text();
    cursor.raw(cursor.size());
    const covered = cursor.at;
    const crc = cursor.u32();
    this.#facts.attachments.set(at, { length: end - at, name });
    if (crc === 0 || crc32(cursor.bytes.subarray(0, covered)) === crc) return;
    this.#find(at, `the checksum of the attachment ${JSON.stringify(name)} is wrong.`);
  }

  #chunk(at: number, end: number): void {
    const length = end - at;
    const info = { offset: at, length, form: 'chunk', rank: 0, start: 0n, end: 0n } as const;
    const records = loadChunk(this.#source, { ...info, channels: undefined });
    const head = readChunkHeader(this.#cursor(at, end));
    const messages = new Map<number, number[]>();
    let start: bigint | undefined;
    let last = 0n;
    records.walk((opcode, from, to) => {
      if (opcode === OP.schema || opcode === OP.channel) {
        this.#define(opcode, records.cursor(from + RECORD_HEADER_BYTES, to));
      }
      if (opcode !== OP.message) return;
      const channel = records.channel(from);
      const time = records.logTime(from);
      const known = messages.get(channel);
      if (known === undefined) messages.set(channel, [from]);
      else known.push(from);
      if (start === undefined || time < start) start = time;
      if (time > last) last = time;
      this.#count(channel, time);
    });
    if (messages.size > 0 && (head.start !== start || head.end !== last)) {
      this.#find(at, 'the times in the header of a chunk are not those of its messages.');
    }
    const facts: ChunkFacts = {
      ...{ length, start: head.start, end: head.end, compression: head.compression },
      packedBytes: head.recordsLength,
      plainBytes: head.uncompressedSize,
      indexes: new Map(),
      indexEnd: end,
    };
    this.#facts.chunks.set(at, facts);
    this.#open = { at, facts, records, messages };
  }

  #messageIndex(at: number, end: number): void {
    const open = this.#open;
    if (open === undefined) {
      this.#find(at, 'a message index follows no chunk.');
      return;
    }
    const cursor = this.#cursor(at, end);
    const channel = cursor.u16();
    if (open.facts.indexes.has(channel)) {
      this.#find(at, `a chunk has two message indexes of channel ${channel}.`);
    }
    open.facts.indexes.set(channel, at);
    open.facts.indexEnd = end;
    const { records } = open;
    const wrong = new Set(open.messages.get(channel));
    let strange = 0;
    cursor.entries(() => {
      const time = cursor.u64();
      const offset = cursor.size();
      const isRight = wrong.delete(offset) && records.logTime(offset) === time;
      if (!isRight) strange++;
    });
    if (strange > 0 || wrong.size > 0) {
      const topic = this.#facts.channels.get(channel)?.topic ?? `channel ${channel}`;
      const count = Math.max(strange, wrong.size);
      this.#find(
        at,
        `the message index of ${topic} is wrong for ${counted(count, 'message')} of its chunk.`,
      );
    }
    this.#checkEnd(cursor, 'message index');
  }

  /** A chunk has message indexes for all of its channels, or for none. */
  #closeChunk(next: number): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || open.facts.indexes.size === 0) return;
    for (const channel of open.messages.keys()) {
      if (open.facts.indexes.has(channel)) continue;
      this.#find(next, `the chunk at byte ${open.at} has no message index of channel ${channel}.`);
    }
  }

  #checkWhole({ at, end, crc }: { at: number; end: number; crc: number }): void {
    if (end - at !== RECORD_HEADER_BYTES + 4) this.#find(at, 'the end of the data is too long.');
    if (crc === 0) return;
    // Writers disagree about where the data section begins.
    const starts = [0, MCAP_MAGIC.length, this.#facts.headerEnd];
    this.#isWholeChecked = starts.some((from) => this.#checksum(from, at) === crc);
    if (!this.#isWholeChecked) this.#find(at, 'the checksum of the data section is wrong.');
  }

  #checksum(from: number, to: number): number {
    let value = 0;
    for (let at = from; at < to; at += PIECE_BYTES) {
      value = crc32(this.#source.read(at, Math.min(PIECE_BYTES, to - at)), value);
    }
    return value;
  }
}

function sameTexts(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}

/** The message without its place, which errors of this room repeat in their sentence. */
function withoutPlace({ message, place }: OrreryError): string {
  const prefix = `${place.file} at byte ${place.offset}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
