/** Puts a writer's submessages to one remote reader into the outbox. */
import { MAX_DATAGRAM_BYTES } from './limits.js';
import { type MessageEncoder, padded, SIZE } from './message_encoder.js';
import { NumberSet } from './number_set.js';
import type { Outbox } from './outbox.js';
import type { RemoteReader } from './peer.js';
import type { Writer } from './writer.js';
import type { WrittenSample } from './writer_history.js';

/** The set of a GAP that is one range. */
const NOTHING = new NumberSet();

export class ReaderSender {
  constructor(
    readonly writer: Writer,
    readonly reader: RemoteReader,
  ) {}

  get #entity(): number {
    return this.reader.data.guid.entity;
  }

  /** @param hasHeartbeat whether a heartbeat follows, which should find room in the datagram */
  data(outbox: Outbox, sample: WrittenSample, hasHeartbeat: boolean): void {
    const { inlineQos, payload } = sample;
    const bytes = SIZE.infoTimestamp + SIZE.data + inlineQos.length + padded(payload.length);
    const encoder = this.#encoder(outbox, hasHeartbeat ? bytes + SIZE.heartbeat : bytes);
    if (encoder === undefined) return;
    encoder.timestamp(sample.seconds, sample.parts);
    encoder.data(this.#entity, this.writer.entity, sample);
  }

  fragment(outbox: Outbox, sample: WrittenSample, fragment: number): void {
    const { fragmentSize } = this.writer;
    const bytes = SIZE.infoTimestamp + SIZE.dataFrag + sample.inlineQos.length + fragmentSize;
    const encoder = this.#encoder(outbox, Math.min(bytes, MAX_DATAGRAM_BYTES));
    if (encoder === undefined) return;
    encoder.timestamp(sample.seconds, sample.parts);
    encoder.dataFrag(this.#entity, this.writer.entity, sample, fragment, fragmentSize);
  }

  /** Tells the reader that the samples from `start` to before `end` do not concern it. */
  gap(outbox: Outbox, start: number, end: number): void {
    if (end <= start) return;
    NOTHING.clear(end);
    this.#encoder(outbox, SIZE.gap + NOTHING.sequenceBytes)?.gap(
      this.#entity,
      this.writer.entity,
      start,
      NOTHING,
    );
  }

  heartbeat(outbox: Outbox, first: number, last: number, flags: number): void {
    const count = this.writer.nextHeartbeat();
    this.#encoder(outbox, SIZE.heartbeat)?.heartbeat(
      this.#entity,
      this.writer.entity,
      first,
      last,
      count,
      flags,
    );
  }

  /** Announces the fragments up to `last` of a sample that has not been sent in full yet. */
  heartbeatFrag(outbox: Outbox, { sequence }: WrittenSample, last: number): void {
    const count = this.writer.nextHeartbeat();
    this.#encoder(outbox, SIZE.heartbeatFrag)?.heartbeatFrag(
      this.#entity,
      this.writer.entity,
      sequence,
      last,
      count,
    );
  }

  /** The open datagram, unless the peer may not be sent so much. */
  #encoder(outbox: Outbox, bytes: number): MessageEncoder | undefined {
    const { peer, destination } = this.reader;
    if (peer.allows(bytes)) return outbox.encoder(destination, peer.prefix, bytes);
    this.writer.context.rejections.count('amplification');
    return undefined;
  }
}
