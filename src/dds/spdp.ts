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

/** Times at which some peers are sent a good-bye, which may get lost; announcements then continue. */
const FAREWELL_DELAYS_NS = [0, 20e6];
export const REINTRODUCTION_NS = 100e6;
/** Intervals of the first announcements, for peers that start at the same time; afterwards the period applies. */
const FIRST_DELAYS_NS = [20e6, 50e6, 100e6, 300e6, 1e9];

export interface Announcement {
  /** Destinations of announcements: groups, and unicast addresses of peers. */
  readonly targets: readonly Locator[];
  /** Period in ns. */
  readonly period: number;
}

interface Message {
  readonly payload: Uint8Array;
  readonly inlineQos: Uint8Array;
  readonly isKey: boolean;
}

export class Spdp implements Emitter {
  isWaiting = false;
  #announcement: Message;
  readonly #farewell: Message;
  #sequence = 1;
  #sent = 0;
  /** What is due at the timer, unless it is an announcement. */
  #onTimer: ((now: number) => void) | undefined;
  #targets: Destination[];
  readonly #period: number;
  readonly #timer: Timer;
  readonly #context: EngineContext;
  /** Peers to be informed now. */
  readonly #due = new Set<Destination>();
  readonly #peers = new Map<Destination, Peer>();
  /** Peers to which the end of this participant is announced now, although it goes on. */
  readonly #dueFarewells = new Set<Destination>();

  constructor(context: EngineContext, data: ParticipantData, announcement: Announcement) {
    this.#context = context;
    this.#announcement = announcementOf(data);
    this.#farewell = farewellOf(context.prefix);
    this.#targets = announcement.targets.map((locator) => context.outbox.destination(locator));
    this.#period = announcement.period;
    this.#timer = new Timer((now) => {
      if (this.#onTimer !== undefined) this.#onTimer(now);
      else this.#announce(now);
    });
  }

  /** Starts to announce. */
  start(now: number): void {
    this.#announce(now);
  }

  /**
   * Sets new data, which is announced at once; the participant first says good-bye to the peers behind
   * `farewells`, so that they regard it as a new one.
   */
  update(
    data: ParticipantData,
    targets: readonly Locator[],
    farewells: readonly Destination[],
    now: number,
  ): void {
    this.#announcement = announcementOf(data);
    this.#targets = targets.map((locator) => this.#context.outbox.destination(locator));
    this.#sequence++;
    this.#sent = 0;
    this.#onTimer = undefined;
    if (farewells.length > 0) this.#leave(farewells, 0, now);
    else this.#announce(now);
    for (const destination of this.#peers.keys()) this.#due.add(destination);
  }

  #leave(farewells: readonly Destination[], turn: number, now: number): void {
    for (const destination of farewells) this.#dueFarewells.add(destination);
    this.#context.wake(this);
    const delay = FAREWELL_DELAYS_NS[turn + 1];
    const start = now - FAREWELL_DELAYS_NS[turn]!;
    this.#onTimer = (at) => {
      this.#onTimer = undefined;
      this.#sequence++;
      if (delay === undefined) this.#announce(at);
      else this.#leave(farewells, turn + 1, at);
    };
    this.#context.timers.set(this.#timer, start + (delay ?? REINTRODUCTION_NS));
  }

  /** Where this participant is announced. */
  get targets(): readonly Destination[] {
    return this.#targets;
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
    this.#context.timers.set(this.#timer, now + Math.min(delay, this.#period));
    this.#context.wake(this);
  }

  /** Announces the end of the participant to everybody; nothing is announced afterwards. */
  dispose(): void {
    this.#context.timers.cancel(this.#timer);
    for (const target of this.#targets) this.#dueFarewells.add(target);
    for (const destination of this.#peers.keys()) this.#dueFarewells.add(destination);
    this.#due.clear();
    this.#sequence++;
    this.#context.wake(this);
  }

  emit(outbox: Outbox, now: number): boolean {
    const isOver = this.#send(this.#dueFarewells, this.#farewell, outbox, now);
    return !isOver || !this.#send(this.#due, this.#announcement, outbox, now);
  }

  /** Sends a message to all of its destinations; false when there was no more room. */
  #send(to: Set<Destination>, message: Message, outbox: Outbox, now: number): boolean {
    const { epoch } = this.#context;
    const { payload, inlineQos } = message;
    const seconds = epoch.seconds(now);
    const parts = nsToParts(epoch.nanoseconds(now));
    const data = { ...message, sequence: this.#sequence, seconds, parts };
    const bytes = SIZE.infoTimestamp + SIZE.data + inlineQos.length + padded(payload.length);
    for (const destination of to) {
      if (outbox.isFull) return false;
      to.delete(destination);
      const peer = this.#peers.get(destination);
      if (peer !== undefined && !this.#targets.includes(destination) && !peer.allows(bytes + 20)) {
        this.#context.rejections.count('amplification');
        continue;
      }
      const encoder = outbox.encoder(destination, undefined, bytes);
      encoder.timestamp(seconds, parts);
      encoder.data(ENTITY.spdpReader, ENTITY.spdpWriter, data);
    }
    return true;
  }
}

function announcementOf(data: ParticipantData): Message {
  return { payload: encodeParticipantData(data), inlineQos: new Uint8Array(0), isKey: false };
}

function farewellOf(prefix: Uint8Array): Message {
  const guid = new Uint8Array(16);
  guid.set(prefix);
  guid.set([0, 0, 1, 0xc1], 12);
  const status = STATUS.disposed | STATUS.unregistered;
  return {
    payload: guidKeyPayload(PID.participantGuid, guid),
    inlineQos: encodeInlineQos({ status, keyHash: guid }),
    isKey: true,
  };
}
