/** Finds other participants and their endpoints (SPDP, SEDP). */
import {
  BUILTIN_QOS,
  BUILTIN_READERS,
  BUILTIN_WRITERS,
  builtinData,
  NEWEST_QOS,
} from './builtin_endpoints.js';
import type { DiscoveryListener } from './discovery_listener.js';
import { EndpointAnnouncer } from './endpoint_announcer.js';
import { decodeEndpointData, decodeKey, type EndpointData } from './endpoint_data.js';
import type { EndpointRegistry } from './endpoint_registry.js';
import type { EngineContext } from './engine_context.js';
import {
  ENTITY,
  Guid,
  hasPrefix,
  isBuiltin,
  isReaderEntity,
  isWriterEntity,
  sameBytes,
  VENDOR,
} from './guid.js';
import { decodeInlineQos } from './inline_qos.js';
import { Liveliness } from './liveliness.js';
import type { Locator } from './locator.js';
import type { ReceiverState, Submessage } from './message_decoder.js';
import { decodeParticipantData, type ParticipantData } from './participant_data.js';
import { Peer, RemoteReader, RemoteWriter } from './peer.js';
import { PeerDestinations } from './peer_destinations.js';
import type { PeerTable } from './peer_table.js';
import { Reader } from './reader.js';
import type { ReceivedSample } from './received_sample.js';
import { Rejection, rejection } from './rejection.js';
import { isInNewProcess, Restarts } from './restarts.js';
import { REINTRODUCTION_NS, type Spdp } from './spdp.js';
import { FLAG } from './submessages.js';
import { Timer } from './timers.js';
import { Writer } from './writer.js';

export interface DiscoveryOptions {
  readonly domain: number;
  /** How well a locator of a peer can be reached: the highest rank wins; a locator below 0 is never used. */
  readonly rank: (locator: Locator) => number;
  readonly listener: DiscoveryListener;
  /** If set, only the participant with this prefix is found. */
  readonly only?: Uint8Array | undefined;
  readonly keepsSilent: boolean;
}

export class Discovery {
  readonly liveliness: Liveliness;
  readonly #publications: EndpointAnnouncer;
  readonly #subscriptions: EndpointAnnouncer;
  readonly #destinations: PeerDestinations;
  readonly #restarts: Restarts;
  /** Until then, no peer is found. */
  #deafUntil = 0;

  constructor(
    readonly context: EngineContext,
    readonly options: DiscoveryOptions,
    readonly spdp: Spdp,
    readonly peers: PeerTable,
    readonly endpoints: EndpointRegistry,
  ) {
    const { prefix, vendor, outbox } = context;
    this.#destinations = new PeerDestinations(outbox, options.rank);
    this.#restarts = new Restarts(context, (peer, now) => this.#restart(peer, peer.data, now));
    const announcer = (entity: number) => {
      const writer: Writer = new Writer(context, builtinData(prefix, entity, BUILTIN_QOS), {
        onAcknowledged: () => made.acknowledged(),
      });
      const made = new EndpointAnnouncer(writer, vendor);
      return made;
    };
    this.#publications = announcer(ENTITY.publicationsWriter);
    this.#subscriptions = announcer(ENTITY.subscriptionsWriter);
    const reader = (entity: number, each: (sample: ReceivedSample, now: number) => void) =>
      new Reader(context, builtinData(prefix, entity, BUILTIN_QOS), {
        onData: (from, now) => {
          for (let next = from.take(); next !== undefined; next = from.take()) each(next, now);
        },
      });
    const messages = new Writer(context, builtinData(prefix, ENTITY.livelinessWriter, NEWEST_QOS));
    this.liveliness = new Liveliness(context, messages, () => endpoints.userReaders());
    endpoints.addBuiltin(
      [this.#publications.writer, this.#subscriptions.writer, messages],
      [
        reader(ENTITY.publicationsReader, (sample, now) => this.#endpoint(sample, true, now)),
        reader(ENTITY.subscriptionsReader, (sample, now) => this.#endpoint(sample, false, now)),
        reader(ENTITY.livelinessReader, (sample, now) => {
          const peer = peers.find(sample.writer.prefix);
          if (peer !== undefined) this.liveliness.receive(sample.payload, peer, now);
        }),
      ],
    );
  }

  /** Announces a local endpoint. */
  announce(data: EndpointData, now: number): void {
    this.#announcerOf(data).announce(data, now);
  }

  dispose(data: EndpointData, now: number): void {
    this.#announcerOf(data).dispose(data, now);
  }

  #announcerOf({ guid }: EndpointData): EndpointAnnouncer {
    return isWriterEntity(guid.entity) ? this.#publications : this.#subscriptions;
  }

  /** An announcement of a participant has arrived. */
  spdpData(message: Submessage, state: ReceiverState, now: number): void {
    const { bytes } = state;
    const little = (message.flags & FLAG.littleEndian) !== 0;
    const inlineQos = decodeInlineQos(bytes, message.inlineQos, message.end, little);
    if (inlineQos.status !== 0 || message.isKey) {
      this.#goodbye(message, state, inlineQos.keyHash);
      return;
    }
    if (message.payload < 0) throw rejection('encapsulation');
    const payload = bytes.subarray(message.payload, message.end);
    const known = this.peers.find(state.source);
    // Most announcements repeat what is known.
    if (known !== undefined && sameBytes(known.announced, payload)) return;
    const data = decodeParticipantData(payload);
    if (!hasPrefix(data.guid.prefix, 0, state.source)) throw rejection('forged');
    const { only } = this.options;
    if (only !== undefined && !hasPrefix(state.source, 0, only)) return;
    if (data.domain !== undefined && data.domain !== this.options.domain) {
      throw rejection('domain');
    }
    // A peer that does not know yet that we have left would be found too early.
    if (known === undefined && now < this.#deafUntil) return;
    if (known === undefined) this.#found(data, bytes.length, now);
    else if (isInNewProcess(known.data, data)) this.#restart(known, data, now);
    else this.#seen(known, data, now);
    const peer = this.peers.find(state.source);
    if (peer !== undefined) peer.announced = payload.slice();
  }

  #goodbye(message: Submessage, state: ReceiverState, keyHash: Uint8Array | undefined): void {
    const key =
      keyHash ??
      (message.payload < 0
        ? undefined
        : decodeKey(state.bytes.subarray(message.payload, message.end))?.toBytes());
    // A participant can announce only its own end.
    if (key === undefined || !hasPrefix(key, 0, state.source)) throw rejection('forged');
    const peer = this.peers.find(state.source);
    if (peer !== undefined) this.remove(peer, 'left');
  }

  #found(data: ParticipantData, bytes: number, now: number): void {
    this.#destinations.sweep(this.peers.all, this.spdp.targets);
    const to = this.#destinations.ofParticipant(data);
    if (to === undefined) throw rejection('parameter');
    const victim = this.peers.victim();
    if (victim !== undefined) this.remove(victim, 'expired');
    if (this.peers.isFull) throw rejection('peers_full');
    const peer = new Peer(data.guid.prefix, data, to.meta, to.user);
    peer.heardAt = now;
    peer.received(bytes);
    this.peers.add(peer);
    peer.onRestart = () => this.#restarts.note(peer);
    peer.leaseTimer = new Timer((at) => this.#checkLease(peer, at));
    this.context.timers.set(peer.leaseTimer, now + peer.lease);
    this.options.listener.onPeer?.(peer, 'found');
    this.spdp.addPeer(peer);
    this.#matchBuiltins(peer, now);
  }

  #matchBuiltins(peer: Peer, now: number): void {
    const has = (bit: number) => (peer.data.builtinEndpoints & bit) !== 0;
    for (const [remote, local, bit] of BUILTIN_READERS) {
      if (!has(bit)) continue;
      const data = builtinData(peer.prefix, remote, BUILTIN_QOS);
      const reader = new RemoteReader(peer, data, peer.metatraffic);
      peer.readers.set(remote, reader);
      this.endpoints.writers.get(local)!.match(reader, now);
    }
    for (const [remote, local, bit] of BUILTIN_WRITERS) {
      if (!has(bit)) continue;
      const data = builtinData(peer.prefix, remote, BUILTIN_QOS);
      const writer = new RemoteWriter(peer, data, peer.metatraffic);
      peer.writers.set(remote, writer);
      this.endpoints.readers.get(local)!.match(writer, now);
    }
  }

  /** A known peer has announced itself again. */
  #seen(peer: Peer, data: ParticipantData, now: number): void {
    if (this.#destinations.ofParticipant(data) === undefined) throw rejection('parameter');
    const hasSameUserData = sameBytes(data.userData, peer.data.userData);
    const before = peer.lease;
    peer.data = data;
    if (peer.lease < before) this.context.timers.set(peer.leaseTimer!, now + peer.lease);
    const hasMoved = this.#reach(peer);
    if (hasMoved || !hasSameUserData) this.options.listener.onPeer?.(peer, 'changed');
  }

  /**
   * Called when the addresses of this participant have changed: announces the new ones, and chooses the destination of
   * each peer anew.
   * @param isGone whether an address at which peers may have reached it no longer exists
   */
  relocate(data: ParticipantData, targets: readonly Locator[], isGone: boolean, now: number): void {
    for (const peer of this.peers.all) this.#reach(peer);
    // Cyclone DDS 0.10 and Fast DDS 2.9 send to the first addresses of a participant for as long as it is alive.
    const stubborn = isGone ? this.peers.all.filter(({ vendor }) => vendor !== VENDOR.orrery) : [];
    const farewells = stubborn.map(({ metatraffic }) => metatraffic);
    for (const peer of stubborn) this.remove(peer, 'left');
    if (stubborn.length > 0) this.#deafUntil = now + REINTRODUCTION_NS;
    this.spdp.update(data, targets, farewells, now);
  }

  /**
   * Chooses the destination of a peer; a peer that cannot be reached keeps its destination until its lease
   * ends.
   * @returns whether the destination has changed
   */
  #reach(peer: Peer): boolean {
    const to = this.#destinations.ofParticipant(peer.data);
    if (to === undefined) return false;
    const isSame = to.meta === peer.metatraffic && to.user === peer.userTraffic;
    if (!isSame) this.spdp.removePeer(peer);
    this.#destinations.move(peer, to);
    if (!isSame) this.spdp.addPeer(peer);
    this.#destinations.sweep(this.peers.all, this.spdp.targets);
    return !isSame;
  }

  /** Called when a peer has restarted: what is known of it describes its previous life. */
  #restart(peer: Peer, data: ParticipantData, now: number): void {
    if (this.peers.find(peer.prefix) !== peer) return;
    this.remove(peer, 'left');
    this.#found(data, peer.announced.length, now);
  }

  #checkLease(peer: Peer, now: number): void {
    const due = peer.heardAt + peer.lease;
    if (due > now) this.context.timers.set(peer.leaseTimer!, due);
    else if (!this.options.keepsSilent) this.remove(peer, 'expired');
  }

  /** Forgets a peer and all of its endpoints. */
  remove(peer: Peer, why: 'left' | 'expired'): void {
    this.peers.remove(peer);
    this.context.timers.cancel(peer.leaseTimer!);
    this.spdp.removePeer(peer);
    for (const entity of [...peer.writers.keys(), ...peer.readers.keys()]) {
      const data = this.endpoints.removeRemote(peer, entity);
      if (data !== undefined && !isBuiltin(entity)) {
        this.options.listener.onEndpoint?.(peer, data, 'left');
      }
    }
    this.#destinations.sweep(this.peers.all, this.spdp.targets);
    this.options.listener.onPeer?.(peer, why);
  }

  /** Handles a peer's announcement of an endpoint, or of its end. */
  #endpoint(sample: ReceivedSample, isWriter: boolean, now: number): void {
    const peer = this.peers.find(sample.writer.prefix);
    if (peer === undefined) return;
    try {
      this.#readEndpoint(peer, sample, isWriter, now);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.context.rejections.count(error.reason);
    }
  }

  #readEndpoint(peer: Peer, sample: ReceivedSample, isWriter: boolean, now: number): void {
    if (sample.isDisposal) {
      const { keyHash } = sample.inlineQos;
      const guid = keyHash !== undefined ? Guid.read(keyHash) : decodeKey(sample.payload);
      if (guid === undefined || !hasPrefix(guid.prefix, 0, peer.prefix)) throw rejection('forged');
      if (isBuiltin(guid.entity)) throw rejection('forged');
      const gone = this.endpoints.removeRemote(peer, guid.entity);
      if (gone !== undefined) this.options.listener.onEndpoint?.(peer, gone, 'left');
      return;
    }
    const data = decodeEndpointData(sample.payload, isWriter);
    const { entity, prefix } = data.guid;
    const isRight = isWriter ? isWriterEntity(entity) : isReaderEntity(entity);
    if (!isRight || isBuiltin(entity)) throw rejection('parameter');
    if (!hasPrefix(prefix, 0, peer.prefix)) throw rejection('forged');
    const isKnown = isWriter ? peer.writers.has(entity) : peer.readers.has(entity);
    peer.admit(entity, sample.payload.length);
    const to = this.#destinations.ofEndpoint(peer, data);
    if (isWriter) this.endpoints.putRemoteWriter(peer, data, to, now);
    else this.endpoints.putRemoteReader(peer, data, to, now);
    this.#destinations.sweep(this.peers.all, this.spdp.targets);
    if (isWriter && data.qos.livelinessLease < Number.POSITIVE_INFINITY) this.liveliness.watch(now);
    this.options.listener.onEndpoint?.(peer, data, isKnown ? 'changed' : 'found');
  }
}
