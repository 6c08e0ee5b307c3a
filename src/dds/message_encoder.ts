/** Encodes a datagram, little endian. */
import { Buffer } from 'node:buffer';
import { PREFIX_BYTES, writeEntity } from './guid.js';
import type { NumberSet } from './number_set.js';
import { FLAG, HEADER_BYTES, MAGIC, PROTOCOL_VERSION, SUBMESSAGE } from './submessages.js';

/** Fixed sizes of submessages with their headers. */
export const SIZE = {
  infoTimestamp: 12,
  infoDestination: 16,
  data: 24,
  dataFrag: 36,
  heartbeat: 32,
  heartbeatFrag: 28,
  /** Without its set of sequence numbers. */
  ackNack: 16,
  gap: 20,
  nackFrag: 24,
} as const;

/** The DATA of one sample, or a part of it. */
export interface OutgoingData {
  readonly sequence: number;
  readonly seconds: number;
  readonly parts: number;
  /** With encapsulation header. */
  readonly payload: Uint8Array;
  /** An encoded parameter list with its end mark; empty for none. */
  readonly inlineQos: Uint8Array;
  /** Whether the payload is a key only. */
  readonly isKey: boolean;
}

/** Payloads from this size are not copied, if the datagram may consist of parts. */
const LARGE_BYTES = 8192;
const NO_PARTS: readonly Uint8Array[] = [];

/** A payload in a datagram that was not copied into it. */
interface Part {
  /** Its position in the datagram. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

export class MessageEncoder {
  #bytes: Buffer;
  #view: DataView;
  #position = 0;
  #payloads: Part[] = [];
  /** Bytes of the parts. */
  #apart = 0;
  readonly #destination = new Uint8Array(PREFIX_BYTES);
  #hasDestination = false;
  #seconds = -1;
  #parts = -1;

  constructor(
    readonly prefix: Uint8Array,
    readonly vendor: number,
    readonly scatters = false,
    capacity = 2048,
  ) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Bytes so far; 0 when nothing was begun. */
  get size(): number {
    return this.#position + this.#apart;
  }

  /** Starts a datagram. */
  begin(): void {
    this.#position = 0;
    const at = this.#reserve(HEADER_BYTES);
    const bytes = this.#bytes;
    for (let i = 0; i < 4; i++) bytes[at + i] = MAGIC[i]!;
    bytes[at + 4] = PROTOCOL_VERSION[0];
    bytes[at + 5] = PROTOCOL_VERSION[1];
    bytes[at + 6] = this.vendor >> 8;
    bytes[at + 7] = this.vendor & 0xff;
    bytes.set(this.prefix, at + 8);
    this.#hasDestination = false;
    this.#seconds = -1;
  }

  /** Returns a copy of the datagram and empties the encoder. */
  finish(): Uint8Array {
    const { bytes, rest } = this.finishInParts();
    return rest.length === 0 ? bytes : Buffer.concat([bytes, ...rest]);
  }

  /** Like {@link finish}, but returns payloads that were not copied separately. */
  finishInParts(): { bytes: Uint8Array; rest: readonly Uint8Array[] } {
    const datagram = Buffer.allocUnsafe(this.#position);
    this.#bytes.copy(datagram, 0, 0, this.#position);
    const end = this.#position;
    this.#position = 0;
    if (this.#payloads.length === 0) return { bytes: datagram, rest: NO_PARTS };
    const parts = this.#payloads;
    this.#payloads = [];
    this.#apart = 0;
    const rest = parts.flatMap(({ at, bytes }, i) => {
      const next = parts[i + 1]?.at ?? end;
      return next === at ? [bytes] : [bytes, datagram.subarray(at, next)];
    });
    return { bytes: datagram.subarray(0, parts[0]!.at), rest };
  }

  /** Writes INFO_DST, unless the datagram has the same already. */
  destination(prefix: Uint8Array): void {
    if (this.#hasDestination && equalPrefix(this.#destination, prefix)) return;
    this.#destination.set(prefix);
    this.#hasDestination = true;
    const at = this.#head(SUBMESSAGE.infoDestination, 0, PREFIX_BYTES);
    this.#bytes.set(prefix, at);
  }

  /** Writes INFO_TS, unless the datagram has the same already. */
  timestamp(seconds: number, parts: number): void {
    if (this.#seconds === seconds && this.#parts === parts) return;
    this.#seconds = seconds;
    this.#parts = parts;
    const at = this.#head(SUBMESSAGE.infoTimestamp, 0, 8);
    this.#view.setUint32(at, seconds, true);
    this.#view.setUint32(at + 4, parts, true);
  }

  data(readerId: number, writerId: number, data: OutgoingData): void {
    const { inlineQos, payload } = data;
    const length = padded(payload.length);
    const flags =
      (inlineQos.length > 0 ? FLAG.inlineQos : 0) |
      (payload.length === 0 ? 0 : data.isKey ? FLAG.key : FLAG.data);
    const at = this.#head(SUBMESSAGE.data, flags, 20 + inlineQos.length + length);
    this.#dataHead(at, 16, readerId, writerId, data.sequence);
    this.#bytes.set(inlineQos, at + 20);
    this.#payload(at + 20 + inlineQos.length, payload, 0, payload.length, length);
  }

  /** One fragment; `fragment` counts from 1. */
  dataFrag(
    readerId: number,
    writerId: number,
    data: OutgoingData,
    fragment: number,
    fragmentSize: number,
  ): void {
    const { payload } = data;
    // Every fragment carries the inline QoS, since the first one may be lost.
    const { inlineQos } = data;
    const from = (fragment - 1) * fragmentSize;
    const to = Math.min(from + fragmentSize, payload.length);
    const length = padded(to - from);
    const flags = (inlineQos.length > 0 ? FLAG.inlineQos : 0) | (data.isKey ? FLAG.fragKey : 0);
    const at = this.#head(SUBMESSAGE.dataFrag, flags, 32 + inlineQos.length + length);
    this.#dataHead(at, 28, readerId, writerId, data.sequence);
    this.#view.setUint32(at + 20, fragment, true);
    this.#view.setUint16(at + 24, 1, true);
    this.#view.setUint16(at + 26, fragmentSize, true);
    this.#view.setUint32(at + 28, payload.length, true);
    this.#bytes.set(inlineQos, at + 32);
    this.#payload(at + 32 + inlineQos.length, payload, from, to, length);
  }

  heartbeat(
    readerId: number,
    writerId: number,
    first: number,
    last: number,
    count: number,
    flags: number,
  ): void {
    const at = this.#head(SUBMESSAGE.heartbeat, flags, 28);
    this.#entities(at, readerId, writerId);
    this.#sequence(at + 8, first);
    this.#sequence(at + 16, last);
    this.#view.setInt32(at + 24, count, true);
  }

  heartbeatFrag(readerId: number, writerId: number, sequence: number, last: number, count: number) {
    const at = this.#head(SUBMESSAGE.heartbeatFrag, 0, 24);
    this.#entities(at, readerId, writerId);
    this.#sequence(at + 8, sequence);
    this.#view.setUint32(at + 16, last, true);
    this.#view.setInt32(at + 20, count, true);
  }

  ackNack(readerId: number, writerId: number, set: NumberSet, count: number, final: boolean): void {
    const at = this.#head(SUBMESSAGE.ackNack, final ? FLAG.final : 0, 12 + set.sequenceBytes);
    this.#entities(at, readerId, writerId);
    this.#view.setInt32(this.#sequenceSet(at + 8, set), count, true);
  }

  gap(readerId: number, writerId: number, start: number, set: NumberSet): void {
    const at = this.#head(SUBMESSAGE.gap, 0, 16 + set.sequenceBytes);
    this.#entities(at, readerId, writerId);
    this.#sequence(at + 8, start);
    this.#sequenceSet(at + 16, set);
  }

  nackFrag(readerId: number, writerId: number, sequence: number, set: NumberSet, count: number) {
    const words = (set.bits + 31) >> 5;
    const at = this.#head(SUBMESSAGE.nackFrag, 0, 28 + 4 * words);
    this.#entities(at, readerId, writerId);
    this.#sequence(at + 8, sequence);
    this.#view.setUint32(at + 16, set.base, true);
    this.#words(at + 20, set);
    this.#view.setInt32(at + 24 + 4 * words, count, true);
  }

  #dataHead(at: number, toInlineQos: number, reader: number, writer: number, sequence: number) {
    this.#view.setUint16(at, 0, true);
    this.#view.setUint16(at + 2, toInlineQos, true);
    this.#entities(at + 4, reader, writer);
    this.#sequence(at + 12, sequence);
  }

  #entities(at: number, reader: number, writer: number): void {
    writeEntity(this.#bytes, at, reader);
    writeEntity(this.#bytes, at + 4, writer);
  }

  #sequence(at: number, sequence: number): void {
    this.#view.setInt32(at, Math.floor(sequence / 2 ** 32), true);
    this.#view.setUint32(at + 4, sequence >>> 0, true);
  }

  #sequenceSet(at: number, set: NumberSet): number {
    this.#sequence(at, set.base);
    return this.#words(at + 8, set);
  }

  #words(at: number, set: NumberSet): number {
    const words = (set.bits + 31) >> 5;
    this.#view.setUint32(at, set.bits, true);
    for (let i = 0; i < words; i++) this.#view.setUint32(at + 4 + 4 * i, set.words[i]!, true);
    return at + 4 + 4 * words;
  }

  /** Puts a payload at the end of the datagram, which has room for it. */
  #payload(at: number, source: Uint8Array, from: number, to: number, length: number): void {
    if (!this.scatters || to - from < LARGE_BYTES) {
      this.#pad(at, source, from, to, length);
      return;
    }
    const count = to - from;
    this.#payloads.push({ at, bytes: source.subarray(from, to) });
    this.#apart += count;
    this.#position -= count;
    for (let i = 0; i < length - count; i++) this.#bytes[at + i] = 0;
  }

  #pad(at: number, source: Uint8Array, from: number, to: number, length: number): void {
    const bytes = this.#bytes;
    if (to - from <= 64) for (let i = from; i < to; i++) bytes[at + i - from] = source[i]!;
    else bytes.set(from === 0 && to === source.length ? source : source.subarray(from, to), at);
    for (let i = to - from; i < length; i++) bytes[at + i] = 0;
  }

  /** Writes a submessage header; returns where its body starts. */
  #head(kind: number, flags: number, length: number): number {
    const at = this.#reserve(4 + length);
    const bytes = this.#bytes;
    bytes[at] = kind;
    bytes[at + 1] = flags | FLAG.littleEndian;
    bytes[at + 2] = length & 0xff;
    bytes[at + 3] = length >> 8;
    return at + 4;
  }

  #reserve(count: number): number {
    const at = this.#position;
    const needed = at + count;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#position = needed;
    return at;
  }
}

/** Rounds up to a multiple of 4. */
export function padded(length: number): number {
  return (length + 3) & ~3;
}

function equalPrefix(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < PREFIX_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}
