/** Another participant and its known endpoints. */
import type { EndpointData } from './endpoint_data.js';
import { hex } from './guid.js';
import {
  AMPLIFICATION_FACTOR,
  MAX_ANNOUNCED_BYTES_PER_PEER,
  MAX_ENDPOINTS_PER_PEER,
  MAX_LEASE_NS,
  MAX_PENDING_BYTES_PER_PEER,
  MIN_LEASE_NS,
  UNPROVEN_LEASE_NS,
} from './limits.js';
import type { Destination } from './outbox.js';
import type { ParticipantData } from './participant_data.js';
import type { ReaderProxy } from './reader_proxy.js';
import { rejection } from './rejection.js';
import type { Timer } from './timers.js';
import type { WriterProxy } from './writer_proxy.js';

export class Peer {
  readonly key: string;
  readonly writers = new Map<number, RemoteWriter>();
  readonly readers = new Map<number, RemoteReader>();
  /** Whether it has proved that it receives our data. */
  isProven = false;
  /** When a datagram from it last arrived. */
  heardAt = 0;
  /** Its last announcement. */
  announced: Uint8Array = new Uint8Array(0);
  /** Ends its lease. */
  leaseTimer: Timer | undefined;
  /** Called when its writers count from the beginning, which shows that it has restarted. */
  onRestart: (() => void) | undefined;
  /** Bytes of its samples that are out of order or incomplete. */
  pendingBytes = 0;
  /** Bytes of the announcement of each of its endpoints. */
  readonly #announcements = new Map<number, number>();
  #announcedBytes = 0;
  #received = 0;
  #answered = 0;

  constructor(
    readonly prefix: Uint8Array,
    public data: ParticipantData,
    public metatraffic: Destination,
    public userTraffic: Destination,
  ) {
    this.key = hex(prefix);
  }

  get vendor(): number {
    return this.data.vendor;
  }

  /** How long it may be silent, in ns. */
  get lease(): number {
    const most = this.isProven ? MAX_LEASE_NS : UNPROVEN_LEASE_NS;
    return Math.min(most, Math.max(MIN_LEASE_NS, this.data.lease));
  }

  /** Called when it has named us: it has discovered us and may be sent data. */
  prove(): void {
    this.isProven = true;
    for (const { proxies } of this.readers.values()) {
      for (const { writer } of proxies) writer.context.wake(writer);
    }
  }

  /** Counts the bytes it sent, as long as they limit how much may be sent to it. */
  received(bytes: number): void {
    if (!this.isProven) this.#received += bytes;
  }

  /** Whether it may be sent this many bytes, which then count as sent. */
  allows(bytes: number): boolean {
    if (this.isProven) return true;
    if (this.#answered + bytes > AMPLIFICATION_FACTOR * this.#received) return false;
    this.#answered += bytes;
    return true;
  }

  /**
   * Records the announcement of an endpoint, replacing an earlier one.
   * @throws Rejection when it has too many endpoints, or their announcements are too large
   */
  admit(entity: number, bytes: number): void {
    const before = this.#announcements.get(entity);
    if (before === undefined && this.#announcements.size >= MAX_ENDPOINTS_PER_PEER) {
      throw rejection('endpoints_full');
    }
    const sum = this.#announcedBytes + bytes - (before ?? 0);
    if (sum > MAX_ANNOUNCED_BYTES_PER_PEER) throw rejection('announcements_full');
    this.#announcedBytes = sum;
    this.#announcements.set(entity, bytes);
  }

  /** Called when an endpoint is gone. */
  dismiss(entity: number): void {
    this.#announcedBytes -= this.#announcements.get(entity) ?? 0;
    this.#announcements.delete(entity);
  }

  /** Reserves room for samples out of order or incomplete; false if the peer has too many of them. */
  reserve(bytes: number): boolean {
    if (this.pendingBytes + bytes > MAX_PENDING_BYTES_PER_PEER) return false;
    this.pendingBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.pendingBytes -= bytes;
  }
}

/** A writer of a peer. */
export class RemoteWriter {
  /** Our readers that it matches. */
  readonly proxies: WriterProxy[] = [];

  constructor(
    readonly peer: Peer,
    public data: EndpointData,
    public destination: Destination,
  ) {}
}

/** A reader of a peer. */
export class RemoteReader {
  /** Our writers that it matches. */
  readonly proxies: ReaderProxy[] = [];

  constructor(
    readonly peer: Peer,
    public data: EndpointData,
    public destination: Destination,
  ) {}
}
