/** Hostile input: mutated datagrams of real exchanges, and submessages with absurd numbers. */
import { ENTITY } from './guid.js';
import { MAX_PENDING_BYTES_PER_PEER } from './limits.js';
import { MessageEncoder } from './message_encoder.js';
import { NumberSet } from './number_set.js';
import type { Participant } from './participant.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import { type Place, stream, VirtualNetwork } from './virtual_network.test_support.js';

const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const DURABLE: Qos = { ...KEEP_ALL, durability: 'transient_local' };
const endpoint = (topic: string, qos: Qos, keyed = false) => ({ topic, type: 'T', qos, keyed });
/** The most bytes of answer to one datagram: less than a window of each writer. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** A participant in the middle of an exchange, and everything that was sent to it. */
export interface Victim {
  readonly net: VirtualNetwork;
  readonly place: Place;
  readonly attacker: Uint8Array;
  readonly corpus: Uint8Array[];
  /** Entities of both sides: readers and writers that match. */
  readonly entities: number[];
}

/** Makes a victim: two participants exchange samples of every kind, with loss. */
export function makeVictim(): Victim {
  const net = new VirtualNetwork({ loss: 0.1, seed: 7 });
  const [a, b] = [net.join({ userData: new Uint8Array(20) }), net.join()];
  const corpus: Uint8Array[] = [];
  net.onSend = (from, { bytes }) => {
    if (from === b) corpus.push(bytes);
  };
  const entities: number[] = [];
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const topic = from === a ? 'rt/out' : 'rt/in';
    const writer = from.participant.createWriter(endpoint(topic, DURABLE), 0);
    const keyed = from.participant.createWriter(endpoint(`${topic}/keyed`, KEEP_ALL, true), 0);
    const reader = to.participant.createReader(endpoint(topic, DURABLE), 0);
    to.participant.createReader(endpoint(`${topic}/keyed`, KEEP_ALL, true), 0);
    entities.push(writer.entity, keyed.entity, reader.entity);
    net.run(net.now + 1e9, () => writer.matchedCount === 1 && keyed.matchedCount === 1);
    for (let i = 0; i < 20; i++) writer.write(new Uint8Array(i % 5 === 0 ? 5000 : 40), net.now);
    const related = { writer: reader.guid, sequence: 3 };
    writer.write(new Uint8Array(30), net.now, { related });
    keyed.write(new Uint8Array(12), net.now, { keyHash: new Uint8Array(16), status: 1 });
    net.run(net.now + 0.2e9);
  }
  net.onSend = undefined;
  return { net, place: a, attacker: b.participant.guid.prefix, corpus, entities };
}

/** Numbers at which arithmetic goes wrong. */
const ODD = [0, 1, 2, 3, 20, 255, 256, 257, 0xffff, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const ODD_SEQUENCES = [
  1,
  2,
  3,
  10,
  22,
  23,
  300,
  2 ** 31,
  2 ** 32 + 1,
  2 ** 52 - 2,
  2 ** 52,
  2 ** 53,
];

/** Their contents do not matter; making new ones for each submessage takes a tenth of the time. */
const PAYLOADS = [0, 3, 4, 40, 3000].map((length) => new Uint8Array(length));
const LARGEST = PAYLOADS.at(-1)!;
const NO_QOS = new Uint8Array(0);

export class Fuzzer {
  handled = 0;
  victims = 0;
  largestReply = 0;
  #victim: Victim;
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = stream(seed);
    this.#victim = makeVictim();
    this.victims = 1;
  }

  get participant(): Participant {
    return this.#victim.place.participant;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  /** Sends one hostile datagram; throws when a bound does not hold. */
  step(): void {
    const { place, net } = this.#victim;
    const { participant } = place;
    const peer = participant.findPeer(this.#victim.attacker);
    // A victim that lost its peer refuses most of what follows: a fresh one takes its place.
    if (peer === undefined || this.handled % 500 === 499) {
      this.#victim = makeVictim();
      this.victims++;
    } else if (peer.pendingBytes > MAX_PENDING_BYTES_PER_PEER || peer.pendingBytes < 0) {
      throw new Error(`${peer.pendingBytes} bytes are pending`);
    }
    const datagram = this.#random() < 0.5 ? this.#mutated() : this.#absurd();
    this.handled++;
    net.now += this.#below(5) * 1e6;
    participant.handle(datagram, net.now);
    if (participant.nextDeadline() <= net.now) participant.tick(net.now);
    let reply = 0;
    for (let turn = 0; participant.hasOutgoing; turn++) {
      if (turn > 1000) throw new Error('it never stops to send');
      for (const { bytes } of participant.takeOutgoing(65_536)) reply += bytes.length;
    }
    this.largestReply = Math.max(this.largestReply, reply);
    if (reply > MAX_REPLY_BYTES) throw new Error(`${reply} bytes answer ${datagram.length}`);
  }

  #mutated(): Uint8Array {
    let bytes: Uint8Array = this.#one(this.#victim.corpus).slice();
    for (let i = this.#below(4); i >= 0; i--) bytes = this.#mutate(bytes);
    return bytes;
  }

  #mutate(bytes: Uint8Array): Uint8Array {
    // Most headers stay intact, since a damaged one is refused at once.
    const at = this.#random() < 0.05 ? this.#below(20) : 20 + this.#below(bytes.length - 20);
    switch (this.#below(7)) {
      case 0:
        bytes[at] = this.#below(256);
        return bytes;
      case 1:
        bytes[at]! ^= 1 << this.#below(8);
        return bytes;
      case 2:
        return bytes.slice(0, Math.max(21, at));
      case 3: {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const place = at & ~3;
        if (place + 4 <= bytes.length) view.setUint32(place, this.#one(ODD), this.#random() < 0.7);
        return bytes;
      }
      case 4: {
        const other = this.#one(this.#victim.corpus);
        return Buffer.concat([bytes, other.subarray(20 + this.#below(other.length - 20))]);
      }
      case 5: {
        const end = Math.min(bytes.length, at + this.#below(40));
        return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
      }
      default:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + this.#below(20))]);
    }
  }

  /** Well-formed submessages of the peer, in an order and with numbers that make no sense. */
  #absurd(): Uint8Array {
    const encoder = new MessageEncoder(this.#victim.attacker, 0x017e);
    encoder.begin();
    if (this.#random() < 0.8) encoder.destination(this.participant.guid.prefix);
    for (let i = this.#below(12); i >= 0; i--) this.#submessage(encoder);
    return encoder.finish();
  }

  #submessage(encoder: MessageEncoder): void {
    const { entities } = this.#victim;
    const reader = this.#one([...entities, ENTITY.unknown, ENTITY.publicationsReader]);
    const writer = this.#one([...entities, ENTITY.publicationsWriter, ENTITY.livelinessWriter]);
    const sequence = this.#one(ODD_SEQUENCES);
    const count = this.#one([...ODD, this.handled]) | 0;
    const set = new NumberSet();
    set.clear(this.#one(ODD_SEQUENCES));
    for (let i = this.#below(20); i > 0; i--) set.add(set.base + this.#below(256));
    const payload = this.#one(PAYLOADS);
    const data = { sequence, seconds: 0, parts: 0, payload, inlineQos: NO_QOS };
    switch (this.#below(8)) {
      case 0:
        encoder.heartbeat(reader, writer, sequence, this.#one(ODD_SEQUENCES), count, 0);
        break;
      case 1:
        encoder.ackNack(reader, writer, set, count, false);
        break;
      case 2:
        encoder.gap(reader, writer, sequence, set);
        break;
      case 3:
        encoder.heartbeatFrag(reader, writer, sequence, this.#one(ODD), count);
        break;
      case 4:
        set.base = Math.min(set.base, 2 ** 32 - 1);
        encoder.nackFrag(reader, writer, sequence, set, count);
        break;
      case 5:
      case 6:
        encoder.data(reader, writer, { ...data, isKey: this.#random() < 0.1 });
        break;
      default:
        encoder.dataFrag(
          reader,
          writer,
          { ...data, payload: LARGEST, isKey: false },
          1 + this.#below(3),
          this.#one([100, 1000, 1500]),
        );
        break;
    }
  }
}
