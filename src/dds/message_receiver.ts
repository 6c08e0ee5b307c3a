/** Passes the submessages of a datagram to the endpoints they are addressed to. */
import type { EndpointRegistry } from './endpoint_registry.js';
import { ENTITY, hasPrefix } from './guid.js';
import type { ReceiverState, Submessage, SubmessageHandler } from './message_decoder.js';
import type { Peer } from './peer.js';
import type { PeerTable } from './peer_table.js';
import type { ReaderProxy } from './reader_proxy.js';
import type { Rejections } from './rejection.js';
import { FLAG } from './submessages.js';
import type { WorkBudget } from './work_budget.js';
import type { WriterProxy } from './writer_proxy.js';

/** Handles announcements of participants. */
export type SpdpHandler = (message: Submessage, state: ReceiverState, now: number) => void;

export class MessageReceiver implements SubmessageHandler {
  /** The time of the datagram at hand. */
  now = 0;
  #peer: Peer | undefined;

  constructor(
    readonly prefix: Uint8Array,
    readonly peers: PeerTable,
    readonly endpoints: EndpointRegistry,
    readonly rejections: Rejections,
    readonly work: WorkBudget,
    readonly onSpdp: SpdpHandler,
  ) {}

  source(state: ReceiverState): boolean {
    // Our own announcement, received from the group.
    if (hasPrefix(state.source, 0, this.prefix)) return false;
    const peer = this.peers.find(state.source);
    this.#peer = peer;
    if (peer !== undefined) {
      peer.heardAt = this.now;
      peer.received(state.bytes.length);
    }
    return true;
  }

  /** The peer that sent the current submessage; a peer that names us has discovered us. */
  #sender(state: ReceiverState): Peer | undefined {
    const peer = this.#peer;
    if (peer === undefined) this.rejections.count('unknown_peer');
    else if (state.namesMe && !peer.isProven) peer.prove();
    return peer;
  }

  /** The proxies of a writer of the sender; those of one reader when it names one. */
  #proxies(message: Submessage, state: ReceiverState): readonly WriterProxy[] {
    const peer = this.#sender(state);
    if (peer === undefined) return [];
    const writer = peer.writers.get(message.writerId);
    if (writer === undefined) {
      this.rejections.count('unknown_writer');
      return [];
    }
    const { proxies } = writer;
    const { readerId } = message;
    if (readerId === ENTITY.unknown) return proxies.length === 1 ? proxies : [...proxies];
    if (proxies.length === 1 && proxies[0]!.reader.entity === readerId) return proxies;
    return proxies.filter(({ reader }) => reader.entity === readerId);
  }

  data(message: Submessage, state: ReceiverState): void {
    if (message.writerId === ENTITY.spdpWriter) {
      this.onSpdp(message, state, this.now);
      // The submessage may have created the peer, or ended it.
      this.#peer = this.peers.find(state.source);
      return;
    }
    for (const proxy of this.#proxies(message, state)) proxy.data(message, state, this.now);
  }

  dataFrag(message: Submessage, state: ReceiverState): void {
    for (const proxy of this.#proxies(message, state)) proxy.dataFrag(message, state, this.now);
  }

  heartbeat(message: Submessage, state: ReceiverState): void {
    for (const proxy of this.#proxies(message, state)) proxy.heartbeat(message, this.now);
  }

  heartbeatFrag(message: Submessage, state: ReceiverState): void {
    for (const proxy of this.#proxies(message, state)) proxy.heartbeatFrag(message, this.now);
  }

  gap(message: Submessage, state: ReceiverState): void {
    for (const proxy of this.#proxies(message, state)) proxy.gap(message, this.now);
  }

  /** The proxy that one of our writers has for the reader that sent the submessage. */
  #readerProxy(message: Submessage, state: ReceiverState): ReaderProxy | undefined {
    const peer = this.#sender(state);
    if (peer === undefined) return undefined;
    const writer = this.endpoints.writers.get(message.writerId);
    if (writer === undefined) {
      this.rejections.count('unknown_writer');
      return undefined;
    }
    const reader = peer.readers.get(message.readerId);
    const proxy = reader?.proxies.find((each) => each.writer === writer);
    if (proxy === undefined || !proxy.isReliable) {
      this.rejections.count('unknown_reader');
      return undefined;
    }
    return proxy;
  }

  ackNack(message: Submessage, state: ReceiverState): void {
    const proxy = this.#readerProxy(message, state);
    if (proxy === undefined) return;
    this.work.spend(message.set.bits + proxy.writer.proxies.length);
    const isFinal = (message.flags & FLAG.final) !== 0;
    const isKnown = message.set.base <= proxy.writer.history.last + 1;
    const before = proxy.acked;
    if (proxy.acknowledge(message.set, message.count, isFinal)) {
      proxy.writer.acknowledged(proxy.acked !== before);
    } else this.rejections.count(isKnown ? 'stale' : 'out_of_range');
  }

  nackFrag(message: Submessage, state: ReceiverState): void {
    const proxy = this.#readerProxy(message, state);
    if (proxy === undefined) return;
    const answer = proxy.requestFragments(message.sequence, message.set, message.count);
    if (answer === 'noted') proxy.writer.acknowledged(false);
    else this.rejections.count(answer);
  }
}
