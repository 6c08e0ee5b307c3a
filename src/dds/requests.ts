/** A reader's requests to one remote writer: ACKNACK and NACK_FRAG. */
import type { FragmentAssembly } from './fragment_assembly.js';
import type { GapRanges } from './gap_ranges.js';
import { VENDOR } from './guid.js';
import { SIZE } from './message_encoder.js';
import { NumberSet, SET_BITS } from './number_set.js';
import type { Outbox } from './outbox.js';
import type { RemoteWriter } from './peer.js';
import type { Reader } from './reader.js';
import type { ReorderBuffer } from './reorder_buffer.js';

/** Time in ns before the same gap is requested again, since its answer may be on its way. */
const REPEAT_NS = 1e6;

/** One set shared by all: it is filled and written at once. */
const set = new NumberSet();

export class Requests {
  #ackCount = 0;
  #fragCount = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #askedBase = 0;

  constructor(
    readonly reader: Reader,
    readonly writer: RemoteWriter,
    readonly reordered: ReorderBuffer,
    readonly assembly: FragmentAssembly,
    readonly gaps: GapRanges,
  ) {}

  /** Whether the next acknowledgement asks for a heartbeat. */
  wantsHeartbeat = false;

  /** Before the first heartbeat: asks for one. */
  first(outbox: Outbox): void {
    // Fast DDS answers at once only to base 0; Cyclone DDS accepts base 0 only from certain
    // vendors.
    set.clear(this.writer.peer.vendor === VENDOR.eprosima ? 0 : 1);
    this.#ackNack(outbox, false);
  }

  /**
   * Acknowledges everything below `next` and requests what is missing below `end`; returns whether
   * anything was missing.
   */
  send(outbox: Outbox, next: number, end: number, now: number): boolean {
    this.#collect(next, end, now);
    const asks = set.bits > 0;
    this.#ackNack(outbox, !this.wantsHeartbeat);
    this.wantsHeartbeat = false;
    if (!this.assembly.isEmpty) this.#fragments(outbox);
    return asks;
  }

  #ackNack(outbox: Outbox, isFinal: boolean): void {
    const bytes = SIZE.ackNack + set.sequenceBytes;
    if (!this.#allowed(bytes)) return;
    const { destination, peer, data } = this.writer;
    this.#ackCount = (this.#ackCount + 1) | 0;
    outbox
      .encoder(destination, peer.prefix, bytes)
      .ackNack(this.reader.entity, data.guid.entity, set, this.#ackCount, isFinal);
  }

  /** Collects missing samples, except for those requested just now. */
  #collect(next: number, end: number, now: number): void {
    set.clear(next);
    if (this.#askedBase === next && now - this.#askedAt < REPEAT_NS) return;
    const limit = Math.min(end, next + SET_BITS);
    for (let n = next; n < limit; n++) {
      const gapEnd = this.gaps.endAt(n);
      if (gapEnd !== n) n = gapEnd - 1;
      else if (!this.reordered.has(n) && !this.assembly.has(n)) set.add(n);
    }
    if (set.bits === 0) return;
    this.#askedAt = now;
    this.#askedBase = next;
  }

  #fragments(outbox: Outbox): void {
    const { destination, peer, data } = this.writer;
    for (const [sequence, partial] of this.assembly.entries()) {
      if (!partial.missing(set)) continue;
      const bytes = SIZE.nackFrag + set.sequenceBytes;
      if (!this.#allowed(bytes)) return;
      this.#fragCount = (this.#fragCount + 1) | 0;
      outbox
        .encoder(destination, peer.prefix, bytes)
        .nackFrag(this.reader.entity, data.guid.entity, sequence, set, this.#fragCount);
    }
  }

  #allowed(bytes: number): boolean {
    if (this.writer.peer.allows(bytes)) return true;
    this.reader.context.rejections.count('amplification');
    return false;
  }
}
