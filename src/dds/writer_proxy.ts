/** A reader's state for one matched remote writer: which samples have arrived, and which are missing. */
import { Backoff } from './backoff.js';
import type { Emitter } from './engine_context.js';
import { FragmentAssembly } from './fragment_assembly.js';
import { GapRanges, runsOf } from './gap_ranges.js';
import { VENDOR } from './guid.js';
import { decodeInlineQos } from './inline_qos.js';
import type { ReceiverState, Submessage } from './message_decoder.js';
import type { Outbox } from './outbox.js';
import type { RemoteWriter } from './peer.js';
import type { Reader } from './reader.js';
import { ReceivedSample } from './received_sample.js';
import type { Reason } from './rejection.js';
import { ReorderBuffer } from './reorder_buffer.js';
import { Requests } from './requests.js';
import { HeartbeatCounts } from './restarts.js';
import { FLAG } from './submessages.js';
import { Timer } from './timers.js';
import { WriterLease } from './writer_lease.js';

export class WriterProxy implements Emitter {
  isWaiting = false;
  readonly isReliable: boolean;
  readonly lease: WriterLease;
  /** Whether the reader had no room for the next sample. */
  isBlocked = false;
  /** The next sample that the reader must get. */
  #next = 1;
  /** The highest sample that the writer is known to have. */
  #known = 0;
  /** Whether a heartbeat said where to start. */
  #isSynchronized = false;
  /** Numbers of the heartbeats that have arrived. */
  readonly heartbeats = new HeartbeatCounts();
  #heartbeatFrags = 0;
  #ackDue = false;
  #isClosed = false;
  /** The delay after which a gap is requested again. */
  readonly #nack = new Backoff(3e6, 200e6);
  /** The delay after which the writer is asked again for a first heartbeat. */
  readonly #ask = new Backoff(10e6, 1e9);
  readonly #reordered: ReorderBuffer;
  readonly #assembly: FragmentAssembly;
  readonly #gaps = new GapRanges();
  readonly #requests: Requests;
  readonly #timer: Timer;
  readonly #reject: (reason: Reason) => void;

  constructor(
    readonly reader: Reader,
    readonly writer: RemoteWriter,
    now: number,
  ) {
    this.isReliable = reader.isReliable && writer.data.qos.reliability === 'reliable';
    this.lease = new WriterLease(reader, writer, now);
    this.#timer = new Timer((at) => this.#askAgain(at));
    const { rejections } = reader.context;
    this.#reject = (reason) => rejections.count(reason);
    this.#reordered = new ReorderBuffer(writer.peer, this.#reject);
    this.#assembly = new FragmentAssembly(writer, this.isReliable, this.#reject);
    this.#requests = new Requests(reader, writer, this.#reordered, this.#assembly, this.#gaps);
    if (this.isReliable) {
      this.#ackDue = true;
      this.#set(now + this.#ask.delay);
      reader.context.wake(this);
    } else this.#isSynchronized = true;
  }

  /** Whether a heartbeat has arrived, so that the writer knows the reader. */
  get isHeard(): boolean {
    return this.#isSynchronized;
  }

  /** Whether everything that the writer is known to have sent has arrived. */
  get isComplete(): boolean {
    return this.#next > this.#known && this.#assembly.isEmpty;
  }

  data(message: Submessage, state: ReceiverState, now: number): void {
    const { sequence, payload, end } = message;
    this.lease.assert(now);
    if (!this.#isWanted(sequence)) return;
    const { bytes } = state;
    const little = (message.flags & FLAG.littleEndian) !== 0;
    const sample = new ReceivedSample(
      this.writer.data.guid,
      sequence,
      bytes.subarray(payload < 0 ? end : payload, end),
      state.hasTimestamp ? state.seconds : -1,
      state.parts,
      now,
      message.isKey,
      decodeInlineQos(bytes, message.inlineQos, end, little),
    );
    this.#accept(sample, now);
  }

  /** Whether a sample has not arrived yet and is not irrelevant. */
  #isWanted(sequence: number): boolean {
    if (sequence < this.#next) return false;
    return !this.#reordered.has(sequence) && this.#gaps.endAt(sequence) === sequence;
  }

  #accept(sample: ReceivedSample, now: number): void {
    const { sequence } = sample;
    if (!this.isReliable) {
      if (!this.reader.hasRoom(sample.payload.length)) {
        this.#reject('samples_full');
        this.reader.lose(1);
      } else this.reader.receive(sample, now);
      this.#next = sequence + 1;
      return;
    }
    if (sequence > this.#known) this.#known = sequence;
    const isNext = this.#isSynchronized && sequence === this.#next;
    if (isNext && this.reader.hasRoom(sample.payload.length)) {
      this.#next = sequence + 1;
      this.reader.receive(sample, now);
      if (this.#reordered.size > 0 || !this.#gaps.isEmpty) this.#drain(now);
      return;
    }
    this.#reordered.add(sample);
    if (isNext) this.#drain(now);
    else if (this.#isSynchronized) this.#expectHole(now);
  }

  /** Passes the next samples to the reader, up to the first missing one. */
  #drain(now: number): void {
    const before = this.#next;
    for (;;) {
      this.#next = this.#gaps.endAt(this.#next);
      const sample = this.#reordered.get(this.#next);
      if (sample === undefined) break;
      if (!this.reader.hasRoom(sample.payload.length)) {
        this.isBlocked = true;
        break;
      }
      this.#reordered.remove(sample);
      this.#next++;
      this.reader.receive(sample, now);
    }
    this.#gaps.dropBelow(this.#next);
    if (this.#next !== before) this.#nack.reset();
    if (!this.#assembly.isEmpty) this.#assembly.dropBelow(this.#next);
  }

  /** Records that nothing more below `sequence` will arrive, and passes the samples below it to the reader. */
  #advance(sequence: number, now: number): number {
    let lost = 0;
    const there = this.#reordered.below(sequence);
    for (const n of [...there, sequence]) {
      this.#next = this.#gaps.endAt(this.#next);
      if (n > this.#next) lost += n - this.#next;
      const sample = n < sequence ? this.#reordered.get(n) : undefined;
      if (sample !== undefined) {
        if (!this.reader.hasRoom(sample.payload.length)) lost++;
        else this.reader.receive(sample, now);
        this.#reordered.remove(sample);
      }
      if (n >= this.#next) this.#next = n < sequence ? n + 1 : n;
    }
    this.#drain(now);
    return lost;
  }

  dataFrag(message: Submessage, state: ReceiverState, now: number): void {
    const { sequence } = message;
    this.lease.assert(now);
    if (!this.#isWanted(sequence)) return;
    const sample = this.#assembly.add(message, state, now);
    if (sample !== undefined) this.#accept(sample, now);
    else if (this.isReliable) {
      if (sequence > this.#known) this.#known = sequence;
      if (this.#assembly.get(sequence)?.hasHole === true) this.#expectHole(now);
    }
  }

  heartbeat(message: Submessage, now: number): void {
    const { sequence: first, last, flags } = message;
    if ((flags & FLAG.liveliness) !== 0) this.lease.assert(now);
    if (!this.isReliable) return;
    const age = this.heartbeats.take(message.count, now);
    if (age !== 'newest') {
      if (age === 'anew') this.writer.peer.onRestart?.();
      this.#reject('stale');
      return;
    }
    // The part before the first is searched.
    if (!this.#isSynchronized || first > this.#next)
      this.reader.context.work.spend(this.#reordered.size);
    if (!this.#isSynchronized) this.#synchronize(first, last, now);
    else if (first > this.#next) {
      const lost = this.#advance(first, now);
      if (lost > 0) this.reader.lose(lost);
    }
    if (last > this.#known) this.#known = last;
    this.#assembly.sentUpTo(last);
    if ((flags & FLAG.final) === 0) {
      this.#ackDue = true;
      this.reader.context.wake(this);
    }
    if (this.#next <= this.#known) this.#expectHole(now);
  }

  /** Takes the start of the reader from the first heartbeat (older samples do not concern it). */
  #synchronize(first: number, last: number, now: number): void {
    this.#isSynchronized = true;
    this.reader.context.timers.cancel(this.#timer);
    let start = first;
    const durable = this.writer.data.qos.durability !== 'volatile';
    // Our writers tell readers by GAP what does not concern them; other implementations leave it to
    // the reader.
    const tells = this.writer.peer.vendor === VENDOR.orrery;
    if (!this.reader.wantsPast && durable && !tells) {
      start = Math.min(last + 1, this.#reordered.lowest, this.#assembly.lowest);
    }
    if (start > this.#next) this.#next = start;
    this.#reordered.removeRange(0, start);
    this.#drain(now);
  }

  heartbeatFrag(message: Submessage, now: number): void {
    if (!this.isReliable) return;
    if (this.#heartbeatFrags !== 0 && ((message.count - this.#heartbeatFrags) | 0) <= 0) return;
    this.#heartbeatFrags = message.count;
    const partial = this.#assembly.get(message.sequence);
    if (partial === undefined || message.last > partial.total) return;
    partial.highest = Math.max(partial.highest, message.last);
    if (partial.hasHole) this.#expectHole(now);
  }

  gap(message: Submessage, now: number): void {
    if (!this.isReliable) return;
    this.#irrelevant(message.sequence, message.set.base);
    for (const [start, end] of runsOf(message.set)) this.#irrelevant(start, end);
    if (this.#isSynchronized) this.#drain(now);
  }

  #irrelevant(start: number, end: number): void {
    if (end <= start || end <= this.#next) return;
    this.reader.context.work.spend(1 + this.#gaps.count + this.#reordered.stepsOf(start, end));
    this.#reordered.removeRange(start, end);
    if (!this.#gaps.add(start, end)) this.#reject('gaps_full');
  }

  /** Sets the time at which a gap is requested, unless one is set. */
  #expectHole(now: number): void {
    if (this.#timer.place < 0) this.#set(now + this.#nack.delay);
  }

  #set(due: number): void {
    this.reader.context.timers.set(this.#timer, due);
  }

  #askAgain(now: number): void {
    if (!this.#isSynchronized) {
      this.#set(now + this.#ask.next());
    } else {
      if (this.isBlocked || this.isComplete) return;
      this.#set(now + this.#nack.next());
    }
    this.#ackDue = true;
    this.reader.context.wake(this);
  }

  /** Called when the reader has room again. */
  unblock(): void {
    this.isBlocked = false;
    this.#ackDue = true;
    this.#nack.reset();
    this.reader.context.wake(this);
  }

  /** Asks the writer what it has sent; its answer changes {@link heartbeats}. */
  askHeartbeat(): void {
    this.#requests.wantsHeartbeat = true;
    this.#ackDue = true;
    this.reader.context.wake(this);
  }

  emit(outbox: Outbox, now: number): boolean {
    if (this.isBlocked || this.#isClosed) return false;
    if (this.#isSynchronized) this.#drain(now);
    if (!this.#ackDue) return false;
    this.#ackDue = false;
    if (!this.#isSynchronized) this.#requests.first(outbox);
    else if (this.#requests.send(outbox, this.#next, this.#known + 1, now)) this.#expectHole(now);
    return false;
  }

  close(): void {
    this.#isClosed = true;
    this.reader.context.timers.cancel(this.#timer);
    this.#reordered.removeRange(0, Number.POSITIVE_INFINITY);
    this.#assembly.dropBelow(Number.POSITIVE_INFINITY);
  }
}
