/** One participant: the whole engine, without sockets, clock, timers or randomness. */
import { OrreryError } from '../errors/index.js';
import { Discovery } from './discovery.js';
import type { EndpointData } from './endpoint_data.js';
import { EndpointRegistry } from './endpoint_registry.js';
import type { Emitter, EngineContext, Notifier } from './engine_context.js';
import { ENTITY, ENTITY_KIND, Guid, VENDOR } from './guid.js';
import { MAX_LOCAL_ENDPOINTS } from './limits.js';
import { includesAll } from './locator.js';
import { MessageDecoder } from './message_decoder.js';
import { MessageReceiver } from './message_receiver.js';
import { type Datagram, Outbox } from './outbox.js';
import type { ParticipantData } from './participant_data.js';
import {
  checkOptions,
  DEFAULT_DATAGRAM_BYTES,
  describe,
  type EndpointOptions,
  type ParticipantOptions,
} from './participant_options.js';
import type { Peer } from './peer.js';
import { PeerTable } from './peer_table.js';
import { Reader, type ReaderListener, type ReaderOptions } from './reader.js';
import { Rejection, Rejections } from './rejection.js';
import { Spdp } from './spdp.js';
import { Timers } from './timers.js';
import { Epoch } from './wire_time.js';
import { WorkBudget } from './work_budget.js';
import { Writer } from './writer.js';
import type { WriterListener } from './writer_listener.js';

export class Participant {
  readonly guid: Guid;
  readonly rejections = new Rejections();
  readonly discovery: Discovery;
  /** Datagrams that were handled. */
  received = 0;
  #now = 0;
  #data: ParticipantData;
  #entities = 0;
  #services = 0;
  #isClosed = false;
  readonly #context: EngineContext;
  readonly #timers = new Timers();
  readonly #work = new WorkBudget();
  readonly #outbox: Outbox;
  readonly #peers = new PeerTable();
  readonly #endpoints: EndpointRegistry;
  readonly #spdp: Spdp;
  readonly #decoder: MessageDecoder;
  readonly #receiver: MessageReceiver;
  #waiting: Emitter[] = [];
  #news: Notifier[] = [];

  constructor(options: ParticipantOptions, now: number) {
    checkOptions(options);
    const { prefix, maxDatagram = DEFAULT_DATAGRAM_BYTES } = options;
    const vendor = VENDOR.orrery;
    this.guid = new Guid(prefix, ENTITY.participant);
    this.#endpoints = new EndpointRegistry(options.ignoreOwn === true);
    this.#outbox = new Outbox(prefix, vendor, maxDatagram, options.scatters);
    this.#context = {
      prefix,
      vendor,
      timers: this.#timers,
      rejections: this.rejections,
      work: this.#work,
      epoch: new Epoch(options.epoch),
      outbox: this.#outbox,
      wake: (emitter) => {
        if (emitter.isWaiting) return;
        emitter.isWaiting = true;
        this.#waiting.push(emitter);
      },
      tell: (notifier) => {
        if (notifier.hasNews) return;
        notifier.hasNews = true;
        this.#news.push(notifier);
      },
    };
    this.#data = describe(options, this.guid);
    const period = options.period ?? Math.min(3e9, this.#data.lease / 3);
    this.#spdp = new Spdp(this.#context, this.#data, { targets: options.targets, period });
    this.discovery = new Discovery(
      this.#context,
      {
        domain: options.domain,
        rank: options.rank ?? (() => 0),
        listener: options.listener ?? {},
        only: options.only,
        keepsSilent: options.keepsSilent ?? false,
      },
      this.#spdp,
      this.#peers,
      this.#endpoints,
    );
    this.#receiver = new MessageReceiver(
      prefix,
      this.#peers,
      this.#endpoints,
      this.rejections,
      this.#work,
      (message, state, at) => this.discovery.spdpData(message, state, at),
    );
    this.#decoder = new MessageDecoder(prefix, this.#receiver);
    this.#now = now;
    this.#spdp.start(now);
  }

  /** The other participants that are known. */
  get peers(): readonly Peer[] {
    return this.#peers.all;
  }

  /** The peer whose GUIDs begin with these bytes. */
  findPeer(prefix: Uint8Array): Peer | undefined {
    return this.#peers.find(prefix);
  }

  /** A number for a service or a client that no endpoint of this participant has. */
  nextServiceNumber(): number {
    return ++this.#services;
  }

  get writers(): Writer[] {
    return this.#endpoints.userWriters();
  }

  get readers(): Reader[] {
    return this.#endpoints.userReaders();
  }

  /**
   * Handles a datagram. The datagram must not be changed afterwards: samples refer to it until they
   * are taken. Never throws because of its content; refused parts are counted in `rejections`.
   */
  handle(datagram: Uint8Array, now: number): void {
    this.#now = now;
    this.received++;
    this.#receiver.now = now;
    this.#work.begin();
    try {
      this.#decoder.decode(datagram);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.rejections.count(error.reason);
    }
    this.#work.end();
    if (this.#news.length > 0) this.#notify(now);
  }

  /** Does what is due. */
  tick(now: number): void {
    this.#now = now;
    this.#timers.run(now);
    if (this.#news.length > 0) this.#notify(now);
  }

  /** When `tick` has to be called next; `Infinity` for never. */
  nextDeadline(): number {
    return this.#timers.next;
  }

  /** Whether `takeOutgoing` would give something. */
  get hasOutgoing(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Returns datagrams to be sent, about `maxBytes` in total; the next call returns the rest. The
   * driver thus decides how much it sends at once. The arrays belong to the caller.
   */
  takeOutgoing(maxBytes: number): Datagram[] {
    const now = this.#now;
    if (this.#news.length > 0) this.#notify(now);
    this.#outbox.start(maxBytes);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i++) {
      const emitter = waiting[i]!;
      emitter.isWaiting = false;
      if (!emitter.emit(this.#outbox, now)) continue;
      // A sender that did not finish queues behind those that had no turn.
      this.#waiting.unshift(...waiting.slice(i + 1));
      this.#context.wake(emitter);
      break;
    }
    return this.#outbox.finish();
  }

  #notify(now: number): void {
    const news = this.#news;
    this.#news = [];
    for (const notifier of news) {
      notifier.hasNews = false;
      notifier.notify(now);
    }
  }

  createWriter(options: EndpointOptions, now: number, listener?: WriterListener): Writer {
    const kind = options.keyed === true ? ENTITY_KIND.writerWithKey : ENTITY_KIND.writerNoKey;
    const writer = new Writer(this.#context, this.#endpointData(options, kind), listener);
    this.#now = now;
    this.discovery.announce(writer.data, now);
    this.#endpoints.addWriter(writer, this.#peers.all, now);
    this.discovery.liveliness.promise(this.#endpoints.userWriters(), now);
    return writer;
  }

  createReader(
    options: EndpointOptions & ReaderOptions,
    now: number,
    listener?: ReaderListener,
  ): Reader {
    const kind = options.keyed === true ? ENTITY_KIND.readerWithKey : ENTITY_KIND.readerNoKey;
    const reader = new Reader(this.#context, this.#endpointData(options, kind), listener, options);
    this.#now = now;
    this.discovery.announce(reader.data, now);
    this.#endpoints.addReader(reader, this.#peers.all, now);
    this.discovery.liveliness.watch(now);
    return reader;
  }

  /** Takes a writer out of the network; unacknowledged samples are lost. */
  removeWriter(writer: Writer, now: number): void {
    this.#now = now;
    this.#endpoints.removeWriter(writer);
    this.discovery.dispose(writer.data, now);
    this.discovery.liveliness.promise(this.#endpoints.userWriters(), now);
  }

  removeReader(reader: Reader, now: number): void {
    this.#now = now;
    this.#endpoints.removeReader(reader);
    this.discovery.dispose(reader.data, now);
  }

  #endpointData(options: EndpointOptions, kind: number): EndpointData {
    if (this.#isClosed) throw new OrreryError('ORR_DDS_CLOSED', 'The participant is closed.');
    if (this.#endpoints.writers.size + this.#endpoints.readers.size >= MAX_LOCAL_ENDPOINTS) {
      throw new OrreryError(
        'ORR_DDS_ENDPOINTS',
        `A participant has at most ${MAX_LOCAL_ENDPOINTS} writers and readers; use several.`,
        { place: { topic: options.topic } },
      );
    }
    this.#entities++;
    const { topic, type, qos, userData, contentFilter } = options;
    return {
      guid: new Guid(this.guid.prefix, ((this.#entities << 8) | kind) >>> 0),
      topic,
      type,
      qos,
      userData: userData ?? new Uint8Array(0),
      unicast: [],
      expectsInlineQos: false,
      ...(contentFilter === undefined ? {} : { contentFilter }),
    };
  }

  /** Shows that all writers of kind `manual_by_participant` are alive. */
  assertLiveliness(now: number): void {
    this.#now = now;
    this.discovery.liveliness.assertParticipant(now);
  }

  /** Sets new locators, when an interface has come or gone. */
  relocate(to: Pick<ParticipantOptions, 'metatraffic' | 'targets'>, now: number): void {
    this.#now = now;
    const { metatraffic } = to;
    const isGone = !includesAll(metatraffic, this.#data.metatraffic);
    this.#data = { ...this.#data, metatraffic, userTraffic: metatraffic };
    this.discovery.relocate(this.#data, to.targets, isGone, now);
  }

  /** Announces the end. Send what `takeOutgoing` returns once more, and do not use the participant any longer. */
  close(now: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#now = now;
    this.#spdp.dispose();
    for (const writer of this.#endpoints.userWriters()) writer.close();
    for (const reader of this.#endpoints.userReaders()) reader.close();
  }
}
