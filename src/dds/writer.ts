/** A writer of this participant: its history, and the samples that its readers still need. */
import { DeadlineMonitor } from './deadline_monitor.js';
import type { EndpointData } from './endpoint_data.js';
import type { Emitter, EngineContext } from './engine_context.js';
import type { Guid } from './guid.js';
import { encodeInlineQos } from './inline_qos.js';
import { MAX_SAMPLE_BYTES } from './limits.js';
import type { Outbox } from './outbox.js';
import type { RemoteReader } from './peer.js';
import type { Reader } from './reader.js';
import { ReaderProxy } from './reader_proxy.js';
import { Timer } from './timers.js';
import { nsToParts } from './wire_time.js';
import { HistoryRules, WriterHistory, type WrittenSample } from './writer_history.js';
import type { WriteOptions, WriterListener } from './writer_listener.js';

/** Time in ns after which a request for acknowledgement is repeated; later repetitions are rarer. */
const FIRST_HEARTBEAT_NS = 10e6;
const LAST_HEARTBEAT_NS = 1e9;
/** Space that fragments leave for inline QoS. */
const INLINE_QOS_BYTES = 160;

export class Writer implements Emitter {
  isWaiting = false;
  readonly history = new WriterHistory();
  readonly proxies: ReaderProxy[] = [];
  readonly localReaders: Reader[] = [];
  readonly fragmentSize: number;
  readonly entity: number;
  readonly isReliable: boolean;
  /** Whether late joiners get earlier samples. */
  readonly isDurable: boolean;
  /**
   * Whether its owner waits for acknowledgements, which should then come soon; initially, whether
   * it listens for them.
   */
  awaitsAcknowledgement: boolean;
  /** Bytes of all samples that were ever written. */
  writtenBytes = 0;
  readonly deadline: DeadlineMonitor;
  #heartbeats = 0;
  #heartbeatDelay = FIRST_HEARTBEAT_NS;
  #wasFull = false;
  #wasWaiting = false;
  readonly #rules: HistoryRules;
  readonly #heartbeatTimer: Timer;
  readonly #lifespanTimer: Timer;

  constructor(
    readonly context: EngineContext,
    public data: EndpointData,
    readonly listener: WriterListener = {},
  ) {
    const { qos } = data;
    this.entity = data.guid.entity;
    this.isReliable = qos.reliability === 'reliable';
    this.isDurable = qos.durability !== 'volatile';
    this.awaitsAcknowledgement = listener.onAcknowledged !== undefined;
    this.fragmentSize = context.outbox.fragmentRoom(INLINE_QOS_BYTES);
    this.#rules = new HistoryRules(qos);
    this.#heartbeatTimer = new Timer((now) => this.#heartbeatAgain(now));
    this.#lifespanTimer = new Timer((now) => this.#expire(now));
    this.deadline = new DeadlineMonitor(context.timers, qos.deadline, (count) =>
      listener.onDeadlineMissed?.(count),
    );
  }

  get guid(): Guid {
    return this.data.guid;
  }

  /** Matching readers, here and elsewhere. */
  get matchedCount(): number {
    return this.proxies.length + this.localReaders.length;
  }

  /** Whether every reliable reader has acknowledged everything that was written. */
  get isAcknowledged(): boolean {
    return !this.proxies.some((proxy) => proxy.isWaiting);
  }

  /**
   * Writes a sample: a payload with its encapsulation header, which then belongs to the writer. Never
   * blocks: `full` says that nothing was written because a keep-all history has no room (`onWritable`
   * follows); `too_large` that no history would ever have room.
   */
  write(
    payload: Uint8Array,
    now: number,
    options?: WriteOptions,
  ): 'written' | 'full' | 'too_large' {
    if (payload.length > MAX_SAMPLE_BYTES) return 'too_large';
    const { history } = this;
    if (this.proxies.length === 0 && !this.isDurable) {
      // No reader needs it, and no late joiner will.
      history.pass();
      this.writtenBytes += payload.length;
      if (this.localReaders.length > 0)
        this.#deliver(this.#sample(payload, history.last, now, options), now);
      this.deadline.note(now);
      return 'written';
    }
    if (!this.#rules.makeRoom(history, payload.length)) {
      if (!this.#wasFull) this.#askForRoom();
      return 'full';
    }
    const sample = this.#sample(payload, history.last + 1, now, options);
    history.add(sample);
    this.writtenBytes += payload.length;
    if (this.localReaders.length > 0) this.#deliver(sample, now);
    this.deadline.note(now);
    this.#wasWaiting = true;
    if (this.data.qos.lifespan < Number.POSITIVE_INFINITY && this.#lifespanTimer.place < 0) {
      this.context.timers.set(this.#lifespanTimer, now + this.data.qos.lifespan);
    }
    if (this.proxies.length > 0) this.context.wake(this);
    else this.trim(true);
    return 'written';
  }

  /** Requests acknowledgements, which make room. */
  #askForRoom(): void {
    this.#wasFull = true;
    for (const proxy of this.proxies) if (proxy.isWaiting) proxy.ask();
    this.context.wake(this);
  }

  #sample(
    payload: Uint8Array,
    sequence: number,
    now: number,
    options?: WriteOptions,
  ): WrittenSample {
    const { epoch } = this.context;
    const time = options?.sourceTime ?? now;
    return {
      sequence,
      seconds: epoch.seconds(time),
      parts: nsToParts(epoch.nanoseconds(time)),
      payload,
      inlineQos: options === undefined ? NO_BYTES : encodeInlineQos(options),
      isKey: options?.status !== undefined && options.status !== 0,
      writtenAt: now,
      audience: options?.audience,
      offset: this.writtenBytes,
    };
  }

  #deliver(sample: WrittenSample, now: number): void {
    if (sample.audience?.(this.context.vendor) === false) return;
    for (const reader of this.localReaders) reader.receiveLocal(this, sample, now);
  }

  /** How many datagrams carry a sample. */
  fragmentsOf({ payload }: WrittenSample): number {
    return payload.length <= this.fragmentSize ? 1 : Math.ceil(payload.length / this.fragmentSize);
  }

  /** Removes a sample from the history; readers without it are told that it is irrelevant. */
  forget(sequence: number): void {
    this.history.remove(sequence);
  }

  match(reader: RemoteReader, now: number): void {
    const proxy = new ReaderProxy(this, reader);
    this.proxies.push(proxy);
    reader.proxies.push(proxy);
    if (proxy.isReliable) this.expectAnswer(now);
    this.context.wake(this);
    this.listener.onMatched?.(reader.data, 1, this.matchedCount);
  }

  unmatch(proxy: ReaderProxy): void {
    const { reader } = proxy;
    this.proxies.splice(this.proxies.indexOf(proxy), 1);
    reader.proxies.splice(reader.proxies.indexOf(proxy), 1);
    // Removes samples that only this reader still needed.
    this.trim(true);
    this.listener.onMatched?.(reader.data, -1, this.matchedCount);
  }

  matchLocal(reader: Reader, now: number): void {
    this.localReaders.push(reader);
    reader.matchLocal(this);
    if (this.isDurable && reader.data.qos.durability !== 'volatile') {
      for (let n = this.history.first; n <= this.history.last; n++) {
        const sample = this.history.get(n);
        if (sample !== undefined) reader.receiveLocal(this, sample, now);
      }
    }
    this.listener.onMatched?.(reader.data, 1, this.matchedCount);
  }

  unmatchLocal(reader: Reader): void {
    const at = this.localReaders.indexOf(reader);
    if (at < 0) return;
    this.localReaders.splice(at, 1);
    reader.unmatchLocal(this);
    this.listener.onMatched?.(reader.data, -1, this.matchedCount);
  }

  /** Handles an ACKNACK or NACK_FRAG. @param isProgress whether more samples have arrived */
  acknowledged(isProgress: boolean): void {
    this.#heartbeatDelay = FIRST_HEARTBEAT_NS;
    if (isProgress) this.trim(false);
    this.context.wake(this);
  }

  emit(outbox: Outbox, now: number): boolean {
    for (const proxy of this.proxies) if (proxy.emit(outbox, now)) return true;
    this.trim(true);
    return false;
  }

  /** Removes samples that no reader needs. @param flushed whether everything that may be sent now has been sent */
  trim(flushed: boolean): void {
    const { history } = this;
    let done = history.last + 1;
    let sent = done;
    let waiting = false;
    for (const proxy of this.proxies) {
      done = Math.min(done, proxy.done);
      sent = Math.min(sent, proxy.next);
      waiting ||= proxy.isWaiting;
    }
    this.#rules.trim(history, done, flushed ? history.last + 1 : sent);
    if (!waiting && this.#wasWaiting) {
      this.#wasWaiting = false;
      this.context.timers.cancel(this.#heartbeatTimer);
      this.listener.onAcknowledged?.();
    }
    if (this.#wasFull && history.count < this.#rules.capacity) {
      this.#wasFull = false;
      this.listener.onWritable?.();
    }
  }

  nextHeartbeat(): number {
    this.#heartbeats = (this.#heartbeats + 1) | 0;
    return this.#heartbeats;
  }

  /** Notes that a heartbeat was sent that requires an answer; it is repeated until it gets one. */
  expectAnswer(now: number): void {
    if (this.#heartbeatTimer.place < 0) {
      this.context.timers.set(this.#heartbeatTimer, now + this.#heartbeatDelay);
    }
  }

  #heartbeatAgain(now: number): void {
    let expected = false;
    for (const proxy of this.proxies) {
      if (!proxy.isReliable || (!proxy.isWaiting && proxy.isHeard)) continue;
      proxy.ask();
      expected = true;
    }
    if (!expected) return;
    this.#heartbeatDelay = Math.min(LAST_HEARTBEAT_NS, this.#heartbeatDelay * 2);
    this.context.timers.set(this.#heartbeatTimer, now + this.#heartbeatDelay);
    this.context.wake(this);
  }

  /** Shows all readers that the writer is alive (MANUAL_BY_TOPIC). */
  assertLiveliness(): void {
    for (const proxy of this.proxies) {
      if (!proxy.isReliable) continue;
      proxy.assertsLiveliness = true;
      proxy.heartbeatDue = true;
    }
    this.context.wake(this);
  }

  #expire(now: number): void {
    const { history } = this;
    const { lifespan } = this.data.qos;
    for (;;) {
      const oldest = history.get(history.first);
      if (oldest === undefined) return;
      if (oldest.writtenAt + lifespan > now) {
        this.context.timers.set(this.#lifespanTimer, oldest.writtenAt + lifespan);
        return;
      }
      history.remove(oldest.sequence);
    }
  }

  /** Cancels all of its timers. */
  close(): void {
    this.context.timers.cancel(this.#heartbeatTimer);
    this.context.timers.cancel(this.#lifespanTimer);
    this.deadline.close();
  }
}

const NO_BYTES = new Uint8Array(0);
