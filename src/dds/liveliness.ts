/** Asserts the liveliness of our writers, and watches that of remote writers. */
import type { EngineContext } from './engine_context.js';
import { PREFIX_BYTES } from './guid.js';
import type { Peer } from './peer.js';
import type { LivelinessKind } from './qos.js';
import type { Reader } from './reader.js';
import { Timer } from './timers.js';
import type { Writer } from './writer.js';

const AUTOMATIC = 1;
const MANUAL_BY_PARTICIPANT = 2;
const FOREVER = Number.POSITIVE_INFINITY;

export class Liveliness {
  readonly #watched: Timer;
  readonly #assertion: Timer;
  readonly #context: EngineContext;
  readonly #readers: () => Iterable<Reader>;
  /** The shortest lease that our automatic writers promise. */
  #lease = FOREVER;

  /** @param writer the builtin writer of participant messages */
  constructor(
    context: EngineContext,
    readonly writer: Writer,
    readers: () => Iterable<Reader>,
  ) {
    this.#context = context;
    this.#readers = readers;
    this.#watched = new Timer((now) => this.#check(now));
    this.#assertion = new Timer((now) => this.#assert(now));
  }

  /** Sets our writers. */
  promise(writers: Iterable<Writer>, now: number): void {
    let lease = FOREVER;
    for (const { data } of writers) {
      if (data.qos.liveliness === 'automatic') lease = Math.min(lease, data.qos.livelinessLease);
    }
    const isShorter = lease < this.#lease;
    this.#lease = lease;
    if (lease === FOREVER) this.#context.timers.cancel(this.#assertion);
    else if (isShorter) this.#assert(now);
  }

  #assert(now: number): void {
    this.send(AUTOMATIC, now);
    this.#context.timers.set(this.#assertion, now + Math.max(1e6, this.#lease / 3));
  }

  /** Shows that all writers of kind `manual_by_participant` are alive. */
  assertParticipant(now: number): void {
    this.send(MANUAL_BY_PARTICIPANT, now);
  }

  /** ParticipantMessageData: prefix, kind, and a sequence of one byte without meaning. */
  send(kind: number, now: number): void {
    const payload = new Uint8Array(28);
    payload[1] = 1;
    payload.set(this.#context.prefix, 4);
    payload[4 + PREFIX_BYTES + 3] = kind;
    payload[20] = 1;
    this.writer.write(payload, now, { keyHash: payload.slice(4, 20) });
  }

  /** A participant message of a peer. */
  receive(payload: Uint8Array, peer: Peer, now: number): void {
    if (payload.length < 20) return;
    const kind = payload[19];
    if (kind === AUTOMATIC) assertAll(peer, 'automatic', now);
    else if (kind === MANUAL_BY_PARTICIPANT) assertAll(peer, 'manual_by_participant', now);
  }

  /** Watches the writer of a new match if it has a lease. */
  watch(now: number): void {
    if (this.#watched.place < 0) this.#check(now);
  }

  #check(now: number): void {
    let next = FOREVER;
    for (const reader of this.#readers()) {
      for (const proxy of reader.proxies) {
        const due = proxy.lease.end;
        if (due === FOREVER) continue;
        if (due > now) next = Math.min(next, due);
        else {
          if (proxy.lease.isAlive) proxy.lease.expire();
          // The timer runs again in case the writer comes back and disappears once more.
          next = Math.min(next, now + proxy.writer.data.qos.livelinessLease);
        }
      }
    }
    this.#context.timers.set(this.#watched, next);
  }
}

function assertAll(peer: Peer, kind: LivelinessKind, now: number): void {
  for (const { data, proxies } of peer.writers.values()) {
    if (data.qos.liveliness === kind) for (const proxy of proxies) proxy.lease.assert(now);
  }
}
