/** A writer's state for one matched remote reader: what it has acknowledged, and what is yet to be sent. */
import { FragmentRequests } from './fragment_requests.js';
import { MAX_ANSWER_BYTES, MAX_UNASKED_SAMPLES } from './limits.js';
import type { NumberSet } from './number_set.js';
import type { Outbox } from './outbox.js';
import type { RemoteReader } from './peer.js';
import { ReaderSender } from './reader_sender.js';
import { SendWindow } from './send_window.js';
import { FLAG } from './submessages.js';
import type { Writer } from './writer.js';
import type { WrittenSample } from './writer_history.js';

export class ReaderProxy {
  readonly isReliable: boolean;
  /**
   * Whether it has answered a heartbeat. Before its answer it gets no data: some readers regard
   * everything that the first heartbeat mentions as past, and would never request what they missed of
   * it.
   */
  isHeard = false;
  /** The first sample that concerns this reader. */
  start: number;
  /** The first sample that was not sent to it yet. */
  next: number;
  /** Everything below is acknowledged. */
  acked: number;
  heartbeatDue = false;
  /** Whether the heartbeat asserts the writer's liveliness. */
  assertsLiveliness = false;
  readonly window = new SendWindow();
  /** Whether the next heartbeat requires an answer, however little is in flight. */
  #asks = false;
  /** The last sample whose acknowledgement a heartbeat has required. */
  #askedLast = 0;
  /** The first fragment of `next` that was not sent yet, from 0. */
  #nextFragment = 0;
  readonly #sender: ReaderSender;
  #requested: number[] = [];
  readonly #fragments = new FragmentRequests();
  #gapDue: boolean;
  #ackCount = 0;
  #nackCount = 0;
  /** Bytes of the history up to what is acknowledged, and up to what was sent. */
  #ackedOffset: number;
  #sentOffset: number;

  constructor(
    readonly writer: Writer,
    readonly reader: RemoteReader,
  ) {
    const { qos } = reader.data;
    this.#sender = new ReaderSender(writer, reader);
    this.isReliable = qos.reliability === 'reliable' && writer.isReliable;
    const { history } = writer;
    const wantsPast = qos.durability !== 'volatile' && writer.isDurable;
    this.start = wantsPast ? Math.max(1, history.first) : history.last + 1;
    this.next = this.start;
    this.acked = this.start;
    this.#gapDue = this.isReliable && this.start > history.first;
    this.heartbeatDue = this.isReliable;
    this.#sentOffset = this.#ackedOffset = history.get(this.start)?.offset ?? writer.writtenBytes;
  }

  /** The reader no longer needs anything below this number. */
  get done(): number {
    return this.isReliable ? this.acked : this.next;
  }

  /** Whether it has not acknowledged something that it should get. */
  get isWaiting(): boolean {
    return this.isReliable && this.acked <= this.writer.history.last;
  }

  /** @returns false when the ACKNACK is malformed or old */
  acknowledge(set: NumberSet, count: number, isFinal: boolean): boolean {
    const { history } = this.writer;
    // Some implementations repeat count 0 until they know of a sample.
    if (count !== 0 && this.#ackCount !== 0 && ((count - this.#ackCount) | 0) <= 0) return false;
    if (set.base > history.last + 1) return false;
    this.#ackCount = count;
    // An ACKNACK sent before any heartbeat is empty and not final: it requests a heartbeat.
    this.isHeard ||= isFinal || set.bits > 0 || set.base > 1;
    const from = this.acked;
    if (set.base > this.acked) this.#advance(set.base);
    const missing = this.#request(set);
    if (missing > 0) this.window.lost();
    else if (this.acked > from) this.window.acknowledged(this.acked - from, 0);
    if (!isFinal || missing > 0) this.heartbeatDue = this.isReliable;
    return true;
  }

  /** Sends a heartbeat that requires an answer. */
  ask(): void {
    this.heartbeatDue = true;
    this.#asks = true;
  }

  #advance(base: number): void {
    const { history } = this.writer;
    this.acked = base;
    if (this.next < base) {
      this.next = base;
      this.#nextFragment = 0;
    }
    const before = this.#ackedOffset;
    const following = history.get(Math.max(base, history.first));
    this.#ackedOffset =
      base >= this.next || following === undefined ? this.#sentOffset : following.offset;
    if (this.#ackedOffset > this.#sentOffset) this.#sentOffset = this.#ackedOffset;
    this.window.acknowledged(0, this.#ackedOffset - before);
    if (this.#requested.length > 0) this.#requested = this.#requested.filter((n) => n >= base);
    this.#fragments.dropBelow(base);
  }

  /** Notes the requests of a set; returns how many of the samples were sent before. */
  #request(set: NumberSet): number {
    let missing = 0;
    let bytes = 0;
    this.#requested = [];
    for (let bit = 0; bit < set.bits; bit++) {
      const sequence = set.base + bit;
      if (sequence >= this.next) break;
      if (!set.has(bit) || sequence < 1) continue;
      missing++;
      bytes += this.writer.history.get(sequence)?.payload.length ?? 0;
      // At least one sample; the reader requests the rest again.
      if (bytes > MAX_ANSWER_BYTES && this.#requested.length > 0) break;
      this.#requested.push(sequence);
    }
    return missing;
  }

  /** @returns `stale` when the NACK_FRAG is old or means nothing, `requests_full` when too much is requested */
  requestFragments(
    sequence: number,
    set: NumberSet,
    count: number,
  ): 'noted' | 'stale' | 'requests_full' {
    if (this.#nackCount !== 0 && ((count - this.#nackCount) | 0) <= 0) return 'stale';
    this.#nackCount = count;
    const sample = this.writer.history.get(sequence);
    if (sample === undefined || sequence > this.next) {
      return sequence <= this.writer.history.last ? 'noted' : 'stale';
    }
    const total = this.writer.fragmentsOf(sample);
    const fragments: number[] = [];
    for (let bit = 0; bit < set.bits && fragments.length < this.#mostFragments; bit++) {
      const fragment = set.base + bit;
      if (fragment > total) return 'stale';
      if (set.has(bit)) fragments.push(fragment);
    }
    this.window.lost();
    // The reader asks again for what it does not get.
    if (!this.#fragments.put(sequence, fragments)) return 'requests_full';
    return 'noted';
  }

  /** Sends everything due; returns true if the outbox is full before that. */
  emit(outbox: Outbox, now: number): boolean {
    if (this.#gapDue) {
      this.#gapDue = false;
      this.#sender.gap(outbox, Math.max(1, this.writer.history.first), this.start);
    }
    // A peer that never proved that it receives our data gets no samples, whatever it requests.
    if (!this.reader.peer.isProven || (this.isReliable && !this.isHeard)) {
      if (this.heartbeatDue) this.#heartbeat(outbox, now);
      return false;
    }
    if (this.#requested.length > 0 || !this.#fragments.isEmpty) {
      if (this.isReliable) this.ask();
      if (this.#answer(outbox)) return true;
    }
    if (this.#sendNew(outbox)) return true;
    if (this.heartbeatDue) this.#heartbeat(outbox, now);
    return false;
  }

  #answer(outbox: Outbox): boolean {
    const { history } = this.writer;
    while (this.#requested.length > 0) {
      if (outbox.isFull) return true;
      const sequence = this.#requested.shift()!;
      const sample = this.#sampleAt(sequence);
      if (sample === undefined || sequence < this.start) {
        // The heartbeat says what lies before the history.
        if (sequence >= history.first) this.#sender.gap(outbox, sequence, sequence + 1);
      } else if (this.writer.fragmentsOf(sample) > 1) {
        const length = Math.min(this.writer.fragmentsOf(sample), this.#mostFragments);
        const fragments = Array.from({ length }, (_, i) => i + 1);
        // If there is no room, the reader requests the fragments again.
        this.#fragments.put(sequence, fragments);
      } else this.#data(outbox, sample);
    }
    for (let next = this.#fragments.first; next !== undefined; next = this.#fragments.first) {
      const { sequence, fragments } = next;
      const sample = history.get(sequence);
      while (sample !== undefined && fragments.length > 0) {
        if (outbox.isFull) return true;
        this.#fragment(outbox, sample, fragments.shift()!);
      }
      this.#fragments.shift();
    }
    return false;
  }

  #sendNew(outbox: Outbox): boolean {
    const { writer } = this;
    const { history } = writer;
    if (this.next < history.first) this.#skipTo(history.first);
    while (this.next <= history.last) {
      const sample = this.#sampleAt(this.next);
      if (sample === undefined) {
        let end = this.next + 1;
        while (end <= history.last && this.#sampleAt(end) === undefined) end++;
        if (this.isReliable) this.#sender.gap(outbox, this.next, end);
        this.#skipTo(end);
        continue;
      }
      if (this.isReliable && !this.#mayFollow(sample)) {
        if (this.#askedLast < this.next - 1) this.ask();
        return false;
      }
      if (outbox.isFull) return true;
      const total = writer.fragmentsOf(sample);
      if (total === 1) this.#data(outbox, sample);
      else {
        for (; this.#nextFragment < total; this.#nextFragment++) {
          if (outbox.isFull) {
            if (this.isReliable) {
              this.#sender.heartbeatFrag(outbox, sample, this.#nextFragment);
            }
            return true;
          }
          this.#fragment(outbox, sample, this.#nextFragment + 1);
        }
      }
      this.#sentOffset = sample.offset + sample.payload.length;
      this.#skipTo(this.next + 1);
    }
    return false;
  }

  /** A sample of the history, when it is for this reader. */
  #sampleAt(sequence: number): WrittenSample | undefined {
    const sample = this.writer.history.get(sequence);
    return sample?.audience?.(this.reader.peer.vendor) === false ? undefined : sample;
  }

  #skipTo(sequence: number): void {
    this.next = sequence;
    this.#nextFragment = 0;
  }

  #mayFollow(sample: WrittenSample): boolean {
    // Once begun, a sample is sent to its end.
    if (this.#nextFragment > 0) return true;
    const bytes = this.#sentOffset - this.#ackedOffset + sample.payload.length;
    return this.window.allows(this.next - Math.max(this.acked, this.writer.history.first), bytes);
  }

  #data(outbox: Outbox, sample: WrittenSample): void {
    this.heartbeatDue = this.isReliable;
    this.#sender.data(outbox, sample, this.isReliable);
  }

  #fragment(outbox: Outbox, sample: WrittenSample, fragment: number): void {
    if (this.isReliable) this.ask();
    this.#sender.fragment(outbox, sample, fragment);
  }

  #heartbeat(outbox: Outbox, now: number): void {
    this.heartbeatDue = false;
    const { writer } = this;
    const { first } = writer.history;
    const last = Math.max(this.next, first) - 1;
    const isAsking = !this.isHeard || (this.acked <= last && this.#asksFor(last));
    this.#asks = false;
    if (isAsking) this.#askedLast = last;
    const flags = (isAsking ? 0 : FLAG.final) | (this.assertsLiveliness ? FLAG.liveliness : 0);
    this.assertsLiveliness = false;
    this.#sender.heartbeat(outbox, first, last, flags);
    if (this.acked <= last || !this.isHeard) writer.expectAnswer(now);
  }

  /** Whether samples up to `last` should be acknowledged at once. For a few, the writer's timer is early enough. */
  #asksFor(last: number): boolean {
    return (
      this.#asks ||
      this.writer.awaitsAcknowledgement ||
      last - this.acked + 1 >= MAX_UNASKED_SAMPLES
    );
  }

  /** How many fragments answer one request at most. */
  get #mostFragments(): number {
    return Math.max(1, Math.floor(MAX_ANSWER_BYTES / this.writer.fragmentSize));
  }
}
