import type { ByteSource } from './byte_source.js';
import { defineRecord } from './define_record.js';
import type { ChunkFacts, McapFacts, NamedRecord } from './mcap_facts.js';
import {
  FOOTER_BYTES,
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChannel,
  readStatistics,
} from './mcap_records.js';

type Report = (offset: number, message: string) => void;

const RECORDS_OF_A_SUMMARY: ReadonlySet<number> = new Set([
  ...[OP.schema, OP.channel, OP.statistics, OP.chunkIndex, OP.attachmentIndex],
  ...[OP.metadataIndex, OP.summaryOffset],
]);

/**
 * Compares the summary of an MCAP file with its data section. Facts that only the summary has, such as topics
 * without messages, are protected only by the checksum of the summary, which the reader of the summary
 * checks.
 */
export function auditSummary(source: ByteSource, facts: McapFacts, report: Report): void {
  const footerAt = source.size - FOOTER_BYTES;
  const footer = source.read(footerAt, FOOTER_BYTES);
  if (MCAP_MAGIC.some((byte, at) => footer[FOOTER_BYTES - MCAP_MAGIC.length + at] !== byte)) {
    report(footerAt, 'the file does not end as an MCAP file does.');
    return;
  }
  const cursor = new RecordCursor(footer, source.path, footerAt);
  if (cursor.raw(1)[0] !== OP.footer || cursor.size() !== 20) {
    report(footerAt, 'the file does not end with a footer.');
    return;
  }
  const start = cursor.size();
  const offsetStart = cursor.size();
  const from = facts.dataEnd?.end ?? footerAt;
  if (start !== 0 && start !== from) {
    report(
      footerAt,
      `the footer puts the summary at byte ${start}; the data ends at byte ${from}.`,
    );
    return;
  }
  if (start === 0 && from !== footerAt) report(footerAt, 'the footer says there is no summary.');
  if (start !== 0) new SummaryAudit(source, facts, report).run(start, footerAt, offsetStart);
}

class SummaryAudit {
  readonly #source: ByteSource;
  readonly #facts: McapFacts;
  readonly #report: Report;
  /** Opcode, beginning and end of each group of records. */
  readonly #groups: { opcode: number; at: number; end: number }[] = [];
  /** What the data section defines. */
  readonly #inData: { readonly schemas: number; readonly channels: number };
  readonly #seen = new Map<number, Set<number>>();

  constructor(source: ByteSource, facts: McapFacts, report: Report) {
    this.#source = source;
    this.#facts = facts;
    this.#report = report;
    this.#inData = { schemas: facts.schemas.size, channels: facts.channels.size };
  }

  run(start: number, end: number, offsetStart: number): void {
    const bytes = this.#source.read(start, end - start);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let firstOffset = 0;
    for (let at = 0; at < bytes.length; ) {
      const from = at + RECORD_HEADER_BYTES;
      const next = from + Number(view.getBigUint64(at + 1, true));
      const opcode = bytes[at]!;
      const cursor = new RecordCursor(bytes.subarray(from, next), this.#source.path, start + from);
      if (opcode === OP.summaryOffset && firstOffset === 0) firstOffset = start + at;
      this.#group(opcode, start + at, start + next);
      this.#record(opcode, cursor, start + at);
      at = next;
    }
    if (offsetStart !== firstOffset) {
      this.#report(end, `the footer puts the offsets of the summary at byte ${offsetStart}.`);
    }
    this.#checkIndexed(OP.chunkIndex, this.#facts.chunks, 'chunk', start);
    this.#checkIndexed(OP.attachmentIndex, this.#facts.attachments, 'attachment', start);
    this.#checkIndexed(OP.metadataIndex, this.#facts.metadata, 'metadata record', start);
  }

  #group(opcode: number, at: number, end: number): void {
    const last = this.#groups[this.#groups.length - 1];
    if (last?.opcode === opcode) last.end = end;
    else this.#groups.push({ opcode, at, end });
  }

  #record(opcode: number, cursor: RecordCursor, at: number): void {
    if (opcode === OP.schema || opcode === OP.channel) this.#definition(opcode, cursor, at);
    else if (opcode === OP.statistics) this.#statistics(cursor, at);
    else if (opcode === OP.chunkIndex) this.#chunkIndex(cursor, at);
    else if (opcode === OP.attachmentIndex) this.#named(cursor, at, opcode);
    else if (opcode === OP.metadataIndex) this.#named(cursor, at, opcode);
    else if (opcode === OP.summaryOffset) this.#summaryOffset(cursor, at);
    if (RECORDS_OF_A_SUMMARY.has(opcode) && cursor.at === cursor.bytes.length) return;
    this.#report(at, `the summary has a record 0x${opcode.toString(16)} that is malformed.`);
  }

  #definition(opcode: number, cursor: RecordCursor, at: number): void {
    if (opcode === OP.channel) {
      const { id, topic, metadata } = readChannel(cursor);
      const known = this.#facts.channels.get(id)?.metadata ?? metadata;
      for (const key of new Set([...known.keys(), ...metadata.keys()])) {
        if (known.get(key) === metadata.get(key)) continue;
        this.#report(at, `the summary gives ${topic} another ${key} than the data section does.`);
      }
      cursor.at = 0;
    }
    defineRecord(this.#facts, opcode, cursor);
  }

  #statistics(cursor: RecordCursor, at: number): void {
    const said = readStatistics(cursor);
    const { counts, chunks, schemas, channels, attachments, metadata, start, end } = this.#facts;
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const compare = (what: string, there: number | bigint, announced: number | bigint) => {
      if (there !== announced)
        this.#report(at, `the summary counts ${announced} ${what}, not ${there}.`);
    };
    compare('messages', total, said.messageCount);
    // Some writers count only the schemas and channels that are also in the data section.
    const defined = this.#inData;
    if (said.schemaCount !== defined.schemas) compare('schemas', schemas.size, said.schemaCount);
    if (said.channelCount !== defined.channels) {
      compare('channels', channels.size, said.channelCount);
    }
    compare('attachments', attachments.size, said.attachmentCount);
    compare('metadata records', metadata.size, said.metadataCount);
    compare('chunks', chunks.size, said.chunkCount);
    compare('ns at the first message', start ?? 0n, said.start);
    compare('ns at the last message', end ?? 0n, said.end);
    for (const channel of new Set([...counts.keys(), ...said.countByChannel.keys()])) {
      const topic = channels.get(channel)?.topic ?? `channel ${channel}`;
      const announced = said.countByChannel.get(channel) ?? 0;
      compare(`messages of ${topic}`, counts.get(channel) ?? 0, announced);
    }
  }

  #chunkIndex(cursor: RecordCursor, at: number): void {
    const start = cursor.u64();
    const end = cursor.u64();
    const offset = cursor.size();
    const length = cursor.size();
    const indexes = new Map<number, number>();
    cursor.entries(() => {
      const channel = cursor.u16();
      indexes.set(channel, cursor.size());
    });
    const indexLength = cursor.size();
    const compression = cursor.text();
    const packedBytes = cursor.size();
    const plainBytes = cursor.size();
    const chunk = this.#facts.chunks.get(offset);
    if (chunk === undefined || !this.#isFirst(OP.chunkIndex, offset)) {
      this.#report(at, `the summary puts a chunk at byte ${offset}, where none is.`);
      return;
    }
    const said = { start, end, length, compression, packedBytes, plainBytes };
    const wrong: string[] = Object.entries(said)
      .filter(([key, value]) => chunk[key as keyof ChunkFacts] !== value)
      .map(([key]) => FIELDS[key as keyof typeof said]);
    if (indexLength !== chunk.indexEnd - offset - chunk.length) wrong.push('length of indexes');
    if (!sameNumbers(indexes, chunk.indexes)) wrong.push('places of indexes');
    if (wrong.length === 0) return;
    const what = wrong.join(', ');
    this.#report(at, `the summary is wrong about the chunk at byte ${offset}: ${what}.`);
  }

  #named(cursor: RecordCursor, at: number, opcode: number): void {
    const isMetadata = opcode === OP.metadataIndex;
    const offset = cursor.size();
    const length = cursor.size();
    if (!isMetadata) {
      cursor.u64();
      cursor.u64();
      cursor.u64();
    }
    const name = cursor.text();
    if (!isMetadata) cursor.text();
    const record = (isMetadata ? this.#facts.metadata : this.#facts.attachments).get(offset);
    // Writers disagree whether the length counts the beginning of the record.
    const lengths = [record?.length, (record?.length ?? 0) - RECORD_HEADER_BYTES];
    const isRight = record?.name === name && lengths.includes(length);
    if (isRight && this.#isFirst(opcode, offset)) return;
    const what = isMetadata ? 'metadata' : 'attachment';
    this.#report(at, `the summary puts the ${what} ${JSON.stringify(name)} where it is not.`);
  }

  #summaryOffset(cursor: RecordCursor, at: number): void {
    const opcode = cursor.raw(1)[0];
    const start = cursor.size();
    const end = start + cursor.size();
    if (this.#groups.some((g) => g.opcode === opcode && g.at === start && g.end === end)) return;
    this.#report(at, `the summary has no records 0x${opcode?.toString(16)} at byte ${start}.`);
  }

  /** Whether no record before has pointed to this one. */
  #isFirst(opcode: number, offset: number): boolean {
    const seen = this.#seen.get(opcode) ?? new Set();
    this.#seen.set(opcode, seen);
    if (seen.has(offset)) return false;
    seen.add(offset);
    return true;
  }

  /** A summary points to all records of a kind or to none. */
  #checkIndexed(
    opcode: number,
    records: ReadonlyMap<number, ChunkFacts | NamedRecord>,
    what: string,
    at: number,
  ): void {
    const count = this.#seen.get(opcode)?.size ?? 0;
    if (count === 0 || count >= records.size) return;
    this.#report(at, `the summary points to ${count} of ${records.size} ${what}s.`);
  }
}

/** The names of the fields of a chunk index. */
const FIELDS = {
  start: 'first time',
  end: 'last time',
  length: 'length',
  compression: 'compression',
  packedBytes: 'compressed size',
  plainBytes: 'size',
} as const;

function sameNumbers(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
