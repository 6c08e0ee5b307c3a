import type { ByteSource } from './byte_source.js';
import {
  MCAP_MAGIC,
  OP,
  RECORD_HEADER_BYTES,
  RecordCursor,
  readChunkHeader,
} from './mcap_records.js';

/** The most bytes of a record that are examined. */
const HEAD_BYTES = 64;
const FOOTER_LENGTH = 20;
/** Bytes read at once when looking for zeros. */
const PIECE_BYTES = 1 << 20;

/**
 * Whether a file whose records are whole up to `at` looks as if its writer had died there: what follows is nothing, the
 * beginning of one record, or the zeros of a file system that had no time to write. If a length was changed instead, the record
 * contradicts itself, or more than one record follows.
 */
export function isUnfinished(source: ByteSource, at: number): boolean {
  const rest = source.size - at;
  if (rest === 0 || isZero(source, at)) return true;
  const head = source.read(at, Math.min(rest, HEAD_BYTES));
  if (startsMagic(head)) return true;
  if (head.length < RECORD_HEADER_BYTES) return isKnown(head[0]!);
  const length = lengthOf(head);
  return at + RECORD_HEADER_BYTES + length > source.size && agrees(head, length);
}

/** Whether a file that has the end of its data at `at`, but no closing magic, was never finished. */
export function isUnfinishedSummary(source: ByteSource, at: number): boolean {
  for (let next = at; ; ) {
    const header = source.read(next, Math.min(RECORD_HEADER_BYTES, source.size - next));
    if (header.length < RECORD_HEADER_BYTES || !isKnown(header[0]!)) break;
    const end = next + RECORD_HEADER_BYTES + lengthOf(header);
    if (end > source.size) break;
    next = end;
    at = next;
  }
  return isUnfinished(source, at);
}

const isKnown = (opcode: number) => opcode > 0 && opcode <= OP.dataEnd;

function lengthOf(head: Uint8Array): number {
  return Number(new DataView(head.buffer, head.byteOffset).getBigUint64(1, true));
}

/** The closing magic, whole or in part. */
function startsMagic(rest: Uint8Array): boolean {
  return rest.length < MCAP_MAGIC.length && rest.every((byte, i) => byte === MCAP_MAGIC[i]);
}

/** Whether the length of a record agrees with its first fields, as far as the file goes. */
function agrees(head: Uint8Array, length: number): boolean {
  const body = head.subarray(RECORD_HEADER_BYTES);
  const opcode = head[0]!;
  if (opcode === OP.dataEnd) return length === 4;
  if (opcode === OP.footer) return length === FOOTER_LENGTH;
  if (opcode === OP.messageIndex) {
    if (body.length < 6) return true;
    return new DataView(body.buffer, body.byteOffset).getUint32(2, true) === length - 6;
  }
  if (opcode !== OP.chunk) return isKnown(opcode);
  try {
    const { prefixLength, recordsLength } = readChunkHeader(new RecordCursor(body, '', 0));
    return prefixLength + recordsLength === length;
  } catch {
    // The head of the record is incomplete.
    return head.length < HEAD_BYTES;
  }
}

/** A file system that fails leaves zeros where data had not been written yet. */
function isZero(source: ByteSource, from: number): boolean {
  for (let at = from; at < source.size; at += PIECE_BYTES) {
    const bytes = source.read(at, Math.min(PIECE_BYTES, source.size - at));
    if (bytes.some((byte) => byte !== 0)) return false;
  }
  return true;
}
