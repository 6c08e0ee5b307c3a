/** Announces this participant (SPDP). */
import type { Emitter, EngineContext } from './engine_context.js';
import { ENTITY } from './guid.js';
import { encodeInlineQos } from './inline_qos.js';
import type { Locator } from './locator.js';
import { padded, SIZE } from './message_encoder.js';
import type { Destination, Outbox } from './outbox.js';
import { guidKeyPayload, PID } from './parameter_list.js';
import { encodeParticipantData, type ParticipantData } from './participant_data.js';
import type { Peer } from './peer.js';
import { STATUS } from './submessages.js';
import { Timer } from './timers.js';
import { nsToParts } from './wire_time.js';

/** Intervals of the first announcements, for peers that start at the same time; afterwards the period applies. */
const FIRST_DELAYS_NS = [20e6, 50e6, 100e6, 300e6, 1e9];

export interface Announcement {
  /** Destinations of announcements: groups, and unicast addresses of peers. */
  readonly targets: readonly Locator[];
  /** Period in ns. */
  readonly period: number;
}

export class Spdp implements Emitter {
  isWaiting = false;
  #payload: Uint8Array;
  #inlineQos: Uint8Array = new Uint8Array(0);
  #isDisposal = false;
  #sequence = 1;
  #sent = 0;
  #next: number;
  #targets: Destination[];
  readonly #period: number;
  readonly #timer: Timer;
  readonly #context: EngineContext;
  /** Peers to be informed now. */
  readonly #due = new Set<Destination>();
  readonly #peers = new Map<Destination, Peer>();

  constructor(context: EngineContext, data: ParticipantData, announcement: Announcement) {
    this.#context = context;
    this.#payload = encodeParticipantData(data);
    this.#targets = announcement.targets.map((locator) => context.outbox.destination(locator));
    this.#period = announcement.period;
    this.#timer = new Timer((now) => this.#announce(now));
    this.#next = 0;
  }

  /** Starts to announce. */
  start(now: number): void {
    this.#announce(now);
  }

  /** Sets new data, which is announced at once. */
  update(data: ParticipantData, targets: readonly Locator[], now: number): void {
    this.#payload = encodeParticipantData(data);
    this.#targets = targets.map((locator) => this.#context.outbox.destination(locator));
    this.#sequence++;
    this.#announce(now);
    for (const destination of this.#peers.keys()) this.#due.add(destination);
  }

  /** Keeps a discovered peer informed, beginning now. */
  addPeer(peer: Peer): void {
    this.#peers.set(peer.metatraffic, peer);
    this.#due.add(peer.metatraffic);
    this.#context.wake(this);
  }

  removePeer(peer: Peer): void {
    if (this.#peers.get(peer.metatraffic) !== peer) return;
    this.#peers.delete(peer.metatraffic);
    this.#due.delete(peer.metatraffic);
  }

  #announce(now: number): void {
    for (const target of this.#targets) this.#due.add(target);
    // Peers found by unicast may not be among the targets; their lease must not end.
    if (this.#sent >= FIRST_DELAYS_NS.length) {
      for (const destination of this.#peers.keys()) this.#due.add(destination);
    }
    const delay = FIRST_DELAYS_NS[this.#sent++] ?? this.#period;
    this.#next = now + Math.min(delay, this.#period);
    this.#context.timers.set(this.#timer, this.#next);
    this.#context.wake(this);
  }

  /** Announces the end to everybody; nothing is announced afterwards. */
  dispose(): void {
    const guid = new Uint8Array(16);
    guid.set(this.#context.prefix);
    guid.set([0, 0, 1, 0xc1], 12);
    this.#payload = guidKeyPayload(PID.participantGuid, guid);
    const status = STATUS.disposed | STATUS.unregistered;
    this.#inlineQos = encodeInlineQos({ status, keyHash: guid });
    this.#isDisposal = true;
    this.#sequence++;
    this.#context.timers.cancel(this.#timer);
    for (const target of this.#targets) this.#due.add(target);
    for (const destination of this.#peers.keys()) this.#due.add(destination);
    this.#context.wake(this);
  }

  emit(outbox: Outbox, now: number): boolean {
    const { epoch } = this.#context;
    const data = {
      sequence: this.#sequence,
      seconds: epoch.seconds(now),
      parts: nsToParts(epoch.nanoseconds(now)),
      payload: this.#payload,
      inlineQos: this.#inlineQos,
      isKey: this.#isDisposal,
    };
    const bytes =
      SIZE.infoTimestamp + SIZE.data + data.inlineQos.length + padded(data.payload.length);
    for (const destination of this.#due) {
      if (outbox.isFull) return true;
      this.#due.delete(destination);
      const peer = this.#peers.get(destination);
      if (peer !== undefined && !this.#targets.includes(destination) && !peer.allows(bytes + 20)) {
        this.#context.rejections.count('amplification');
        continue;
      }
      const encoder = outbox.encoder(destination, undefined, bytes);
      encoder.timestamp(data.seconds, data.parts);
      encoder.data(ENTITY.spdpReader, ENTITY.spdpWriter, data);
    }
    return false;
  }
}
