/** A reader of this participant, with the samples that its owner has not taken yet. */
import { DeadlineMonitor } from './deadline_monitor.js';
import type { EndpointData } from './endpoint_data.js';
import type { EngineContext, Notifier } from './engine_context.js';
import { type Guid, isKeyedEntity } from './guid.js';
import { decodeInlineQos } from './inline_qos.js';
import { Instances } from './instances.js';
import { MAX_HISTORY_BYTES, MAX_KEEP_ALL_SAMPLES } from './limits.js';
import type { RemoteWriter } from './peer.js';
import type { PolicyName } from './qos.js';
import { ReaderCache } from './reader_cache.js';
import { ReceivedSample } from './received_sample.js';
import type { Writer } from './writer.js';
import type { WrittenSample } from './writer_history.js';
import { WriterProxy } from './writer_proxy.js';

/** What a reader tells its owner. All are optional. */
export interface ReaderListener {
  /** Samples have arrived: called once for each datagram, not for each sample. */
  onData?(reader: Reader, now: number): void;
  /** A matching writer came (`change` 1) or went (-1); `count` are there now. */
  onMatched?(writer: EndpointData, change: 1 | -1, count: number): void;
  /** A writer of the topic offers less than the reader requests. */
  onIncompatible?(writer: EndpointData, policy: PolicyName): void;
  /** Samples that will never come: the writer no longer has them, or there was no room. */
  onLost?(count: number, total: number): void;
  /** No sample came within the deadline that the reader requests. */
  onDeadlineMissed?(count: number): void;
  /** A matching writer has become alive, or is no longer alive. */
  onLiveliness?(writer: EndpointData, isAlive: boolean): void;
}

export interface ReaderOptions {
  /** Decides which samples are kept (a content filter). */
  readonly filter?: (sample: ReceivedSample) => boolean;
  /** The fewest samples that it holds until they are taken, for an owner that applies the depth itself. */
  readonly room?: number;
}

export class Reader implements Notifier {
  hasNews = false;
  readonly proxies: WriterProxy[] = [];
  readonly localWriters: Writer[] = [];
  readonly entity: number;
  readonly isReliable: boolean;
  readonly wantsPast: boolean;
  readonly instances: Instances | undefined;
  lost = 0;
  readonly deadline: DeadlineMonitor;
  readonly #cache: ReaderCache;
  readonly #depth: number;
  #fresh = 0;

  constructor(
    readonly context: EngineContext,
    public data: EndpointData,
    readonly listener: ReaderListener = {},
    readonly options: ReaderOptions = {},
  ) {
    const { qos } = data;
    this.entity = data.guid.entity;
    this.isReliable = qos.reliability === 'reliable';
    this.wantsPast = qos.durability !== 'volatile';
    const tracksInstances = isKeyedEntity(this.entity) && (this.entity & 0xc0) === 0;
    this.instances = tracksInstances ? new Instances() : undefined;
    const keepsAll = qos.history.kind === 'keep_all';
    const limit = qos.limits.samples > 0 ? qos.limits.samples : MAX_KEEP_ALL_SAMPLES;
    this.#depth = keepsAll
      ? Number.POSITIVE_INFINITY
      : Math.max(1, qos.history.depth, options.room ?? 0);
    // The depth of a keyed topic is that of each instance.
    const depth = this.instances === undefined ? this.#depth : Number.POSITIVE_INFINITY;
    this.#cache = new ReaderCache(depth, limit, MAX_HISTORY_BYTES);
    this.deadline = new DeadlineMonitor(context.timers, qos.deadline, (count) =>
      listener.onDeadlineMissed?.(count),
    );
  }

  get guid(): Guid {
    return this.data.guid;
  }

  get matchedCount(): number {
    return this.proxies.length + this.localWriters.length;
  }

  /** Number of samples that can be taken. */
  get available(): number {
    return this.#cache.count;
  }

  /** The next sample in the order of arrival. */
  take(): ReceivedSample | undefined {
    const sample = this.#cache.take();
    if (sample !== undefined && this.#depth === Number.POSITIVE_INFINITY) {
      for (const proxy of this.proxies) if (proxy.isBlocked) proxy.unblock();
    }
    return sample;
  }

  /** Whether a sample would find room; a reliable keep-all reader makes its writers wait. */
  hasRoom(bytes: number): boolean {
    return this.#cache.hasRoom(bytes);
  }

  /** Keeps the next sample of a writer. */
  receive(sample: ReceivedSample, now: number): void {
    this.deadline.note(now);
    if (this.options.filter !== undefined && !sample.isDisposal && !this.options.filter(sample)) {
      return;
    }
    const { instances } = this;
    if (instances !== undefined) {
      if (!instances.note(sample)) {
        this.context.rejections.count('instances_full');
        this.lose(1);
        return;
      }
      this.#makeRoomInInstance(sample);
    }
    const dropped = this.#cache.add(sample);
    this.#fresh++;
    if (dropped > 0) this.lose(dropped);
    this.context.tell(this);
  }

  #makeRoomInInstance(sample: ReceivedSample): void {
    if (this.#depth === Number.POSITIVE_INFINITY) return;
    let count = 0;
    this.#cache.remove((other) => {
      if (Instances.areSame(other, sample)) count++;
      return false;
    });
    if (count >= this.#depth) this.#cache.remove((other) => Instances.areSame(other, sample));
  }

  /** Receives a sample from a writer of the same participant. */
  receiveLocal(writer: Writer, sample: WrittenSample, now: number): void {
    if (!this.hasRoom(sample.payload.length)) {
      this.context.rejections.count('samples_full');
      this.lose(1);
      return;
    }
    const { payload, seconds, parts, isKey, sequence, inlineQos } = sample;
    const start = inlineQos.length === 0 ? -1 : 0;
    const qos = decodeInlineQos(inlineQos, start, inlineQos.length, true);
    this.receive(
      new ReceivedSample(writer.guid, sequence, payload, seconds, parts, now, isKey, qos),
      now,
    );
  }

  lose(count: number): void {
    this.lost += count;
    this.listener.onLost?.(count, this.lost);
  }

  notify(now: number): void {
    this.listener.onData?.(this, now);
    const fresh = Math.min(this.#fresh, this.#cache.count);
    this.#fresh = 0;
    if (fresh > 0) this.#cache.keepNewest(fresh);
  }

  match(writer: RemoteWriter, now: number): void {
    const proxy = new WriterProxy(this, writer, now);
    this.proxies.push(proxy);
    writer.proxies.push(proxy);
    this.listener.onMatched?.(writer.data, 1, this.matchedCount);
    this.listener.onLiveliness?.(writer.data, true);
  }

  unmatch(proxy: WriterProxy): void {
    const { writer } = proxy;
    this.proxies.splice(this.proxies.indexOf(proxy), 1);
    writer.proxies.splice(writer.proxies.indexOf(proxy), 1);
    proxy.close();
    this.instances?.writerGone(writer.data.guid.text);
    if (proxy.lease.isAlive) this.listener.onLiveliness?.(writer.data, false);
    this.listener.onMatched?.(writer.data, -1, this.matchedCount);
  }

  matchLocal(writer: Writer): void {
    this.localWriters.push(writer);
    this.listener.onMatched?.(writer.data, 1, this.matchedCount);
  }

  unmatchLocal(writer: Writer): void {
    this.localWriters.splice(this.localWriters.indexOf(writer), 1);
    this.instances?.writerGone(writer.guid.text);
    this.listener.onMatched?.(writer.data, -1, this.matchedCount);
  }

  close(): void {
    this.deadline.close();
  }
}
