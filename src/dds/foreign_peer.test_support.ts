/** A peer whose datagrams are built byte by byte, in either byte order, in ways that no vendor uses. */

import { Participant } from './participant.js';
import { newPrefix } from './participant_options.js';
import { DEFAULT_QOS } from './qos.js';
import type { Reader } from './reader.js';

type Bytes = readonly number[];

/** A submessage of the participant's answer. */
export interface Answer {
  readonly kind: number;
  readonly port: number;
  readonly final: boolean;
  readonly writer: number;
  /** In ACKNACK the missing samples, in NACK_FRAG the missing fragments. */
  readonly missing: readonly number[];
  /** In ACKNACK: everything below this number has arrived. */
  readonly base: number;
}

const PREFIX: Bytes = [1, 99, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const WRITER = 0x103;

export class ForeignPeer {
  now = 0;
  readonly participant: Participant;
  readonly reader: Reader;
  #counts = 0;
  #announced = 0;

  constructor(readonly little: boolean) {
    const prefix = newPrefix(new Uint8Array(10).fill(7));
    const metatraffic = [{ address: '10.0.0.1', port: 8000 }];
    const options = { domain: 0, prefix, epoch: 0n, metatraffic, targets: [] };
    this.participant = new Participant(options, 0);
    const qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } } as const;
    this.reader = this.participant.createReader({ topic: 'rt/x', type: 'T', qos }, 0);
  }

  u16(value: number): Bytes {
    const bytes = [value & 255, (value >> 8) & 255];
    return this.little ? bytes : bytes.reverse();
  }

  u32(value: number): Bytes {
    const bytes = [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
    return this.little ? bytes : bytes.reverse();
  }

  /** A sequence number: its high part comes first in both byte orders. */
  number(sequence: number): Bytes {
    return [...this.u32(0), ...this.u32(sequence)];
  }

  text(value: string): Bytes {
    const bytes = [...Buffer.from(value), 0];
    return [...this.u32(bytes.length), ...padded(bytes)];
  }

  parameter(pid: number, value: Bytes): Bytes {
    const bytes = padded(value);
    return [...this.u16(pid), ...this.u16(bytes.length), ...bytes];
  }

  list(...parameters: readonly Bytes[]): Bytes {
    return [...parameters.flat(), ...this.u16(1), ...this.u16(0)];
  }

  submessage(kind: number, flags: number, body: Bytes, length = body.length): Bytes {
    return [kind, flags | (this.little ? 1 : 0), ...this.u16(length), ...body];
  }

  /** A DATA; `inlineQos` includes its end mark, `length` is the length that the header states. */
  data(writer: number, sequence: number, payload: Bytes, inlineQos: Bytes = [], length?: number) {
    const flags = (inlineQos.length > 0 ? 2 : 0) | (payload.length > 0 ? 4 : 0);
    const head = [...this.u16(0), ...this.u16(16), 0, 0, 0, 0, ...entity(writer)];
    const body = [...head, ...this.number(sequence), ...inlineQos, ...payload];
    return this.submessage(0x15, flags, body, length ?? body.length);
  }

  /** A DATA_FRAG with several fragments. */
  fragments(sequence: number, first: number, count: number, size: number, sample: Uint8Array) {
    const body = [...this.u16(0), ...this.u16(28), 0, 0, 0, 0, ...entity(WRITER)];
    body.push(...this.number(sequence), ...this.u32(first), ...this.u16(count), ...this.u16(size));
    body.push(...this.u32(sample.length));
    body.push(...sample.subarray((first - 1) * size, (first - 1 + count) * size));
    return this.submessage(0x16, 0, padded(body));
  }

  heartbeat(writer: number, first: number, last: number, flags = 0): Bytes {
    const body = [0, 0, 0, 0, ...entity(writer), ...this.number(first), ...this.number(last)];
    return this.submessage(7, flags, [...body, ...this.u32(++this.#counts)]);
  }

  /** Says that the samples from `start` to before `base`, and those whose bits are set after it, do not exist. */
  gap(start: number, base: number, bits: number, words: Bytes): Bytes {
    const head = [0, 0, 0, 0, ...entity(WRITER), ...this.number(start), ...this.number(base)];
    return this.submessage(8, 0, [
      ...head,
      ...this.u32(bits),
      ...words.flatMap((w) => this.u32(w)),
    ]);
  }

  /** INFO_DST: this participant unless told otherwise. */
  to(prefix: Bytes = [...this.participant.guid.prefix]): Bytes {
    return this.submessage(0x0e, 0, prefix);
  }

  send(...submessages: readonly Bytes[]): void {
    const head = [...Buffer.from('RTPS'), 2, 1, 1, 99, ...PREFIX];
    this.participant.handle(Uint8Array.from([...head, ...submessages.flat()]), this.now);
  }

  /** The peer restarts with the same prefix and counts from the beginning. */
  restart(): void {
    this.#counts = 0;
    this.#announced = 0;
  }

  /** Announces the peer, with all traffic at this port, by transports of these kinds (1: UDP over IPv4). */
  announce(port: number, kinds: readonly number[] = [1]): void {
    const locators = kinds.flatMap((kind) => {
      const locator = [...this.u32(kind), ...this.u32(port), ...new Array(12).fill(0), 10, 0, 0, 2];
      return [...this.parameter(0x32, locator), ...this.parameter(0x31, locator)];
    });
    const payload = this.list(
      this.parameter(0x15, [2, 1]),
      this.parameter(0x16, [1, 99]),
      this.parameter(0x50, [...PREFIX, 0, 0, 1, 0xc1]),
      this.parameter(0x58, this.u32(0xc3f)),
      locators,
      this.parameter(2, [...this.u32(20), ...this.u32(0)]),
    );
    const head = [0, this.little ? 3 : 2, 0, 0];
    this.send(this.data(0x100c2, ++this.#announced, [...head, ...payload]));
  }

  /** Announces a reliable writer of the topic. */
  announceWriter(): void {
    const payload = this.list(
      this.parameter(0x5a, [...PREFIX, ...entity(WRITER)]),
      this.parameter(5, this.text('rt/x')),
      this.parameter(7, this.text('T')),
      this.parameter(0x1a, [...this.u32(2), ...this.u32(0), ...this.u32(0)]),
    );
    const head = [0, this.little ? 3 : 2, 0, 0];
    const data = this.data(0x3c2, 1, [...head, ...payload]);
    this.send(this.to(), data, this.heartbeat(0x3c2, 1, 1));
  }

  /** Lets time pass; returns what the participant says to the writer. */
  answers(ms = 0): Answer[] {
    this.now += ms * 1e6;
    this.participant.tick(this.now);
    const found: Answer[] = [];
    while (this.participant.hasOutgoing) {
      for (const { to, bytes } of this.participant.takeOutgoing(65_536)) {
        found.push(...answersIn(bytes, to.port));
      }
    }
    return found.filter(({ writer }) => writer === WRITER);
  }

  /** The payloads that have arrived. */
  take(): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (let s = this.reader.take(); s !== undefined; s = this.reader.take()) found.push(s.payload);
    return found;
  }
}

export const entity = (id: number): Bytes => [
  id >>> 24,
  (id >> 16) & 255,
  (id >> 8) & 255,
  id & 255,
];

function padded(bytes: Bytes): Bytes {
  return [...bytes, ...new Array((4 - (bytes.length % 4)) % 4).fill(0)];
}

/** The engine writes little endian. */
function answersIn(bytes: Uint8Array, port: number): Answer[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: Answer[] = [];
  for (let at = 20; at < bytes.length; at += 4 + view.getUint16(at + 2, true)) {
    const kind = bytes[at]!;
    if (kind !== 6 && kind !== 0x12) continue;
    // Where the low half of the base is: after the entities, in a NACK_FRAG after the sample
    // number.
    const set = at + (kind === 6 ? 16 : 20);
    const base = view.getUint32(set, true);
    const bits = view.getUint32(set + 4, true);
    const missing: number[] = [];
    for (let bit = 0; bit < bits; bit++) {
      const word = view.getUint32(set + 8 + 4 * (bit >> 5), true);
      if ((word & (1 << (31 - (bit & 31)))) !== 0) missing.push(base + bit);
    }
    const final = (bytes[at + 1]! & 2) !== 0;
    found.push({ kind, port, final, writer: view.getUint32(at + 8, false), missing, base });
  }
  return found;
}
