import type { NetworkClock } from '../network_clock.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { type Congestion, CongestionWindow } from './congestion_window.js';
import type { FlowRecord } from './flow_record.js';
import { RetransmissionTimeout } from './retransmission_timeout.js';
import { type TcpAcknowledgement, TcpReceiver } from './tcp_receiver.js';

export interface TcpFlowOptions {
  /** Numbers of the agents. */
  readonly from: number;
  readonly to: number;
  readonly network: NetworkSimulator;
  readonly clock: NetworkClock;
  readonly record: FlowRecord;
  readonly congestion: Congestion;
  /** Shortest time-out of retransmissions in ns. */
  readonly minimumTimeout: number;
}

/** Ethernet's 1500 bytes without the headers of IP (20) and TCP with timestamps (32). */
const SEGMENT_BYTES = 1448;
const HEADERS = 52;
/** Size of SYN and SYN-ACK with their options. */
const HANDSHAKE_BYTES = 60;
/** Segments beyond an unacknowledged one after which it counts as lost (RFC 6675). */
const DUPLICATES = 3;
/** The window that the receiver grants, in segments. */
const RECEIVE_WINDOW = 4096;

/** A segment in flight. */
interface Segment {
  arrived: boolean;
  lost: boolean;
  /** Whether it was sent again after it counted as lost. */
  repeated: boolean;
}

/**
 * A TCP connection whose sender always has something to send: handshake, slow start, CUBIC or Reno,
 * selective acknowledgements (RFC 6675), time-outs (RFC 6298). It counts in segments of 1448 bytes.
 */
export class TcpFlow {
  readonly #options: TcpFlowOptions;
  readonly #window: CongestionWindow;
  readonly #timeout: RetransmissionTimeout;
  readonly #receiver: TcpReceiver;
  /** Segments from the first unacknowledged one on. */
  readonly #segments = new Map<number, Segment>();
  #first = 0;
  #next = 0;
  /** Segments in the network, as far as the sender can know. */
  #pipe = 0;
  /** The highest segment that is known to have arrived. */
  #highest = -1;
  /** Until this segment is acknowledged, further losses belong to the same congestion event. */
  #recovery = -1;
  #established = false;
  #stopped = false;
  #timer = 0;

  constructor(options: TcpFlowOptions) {
    this.#options = options;
    this.#window = new CongestionWindow(options.congestion);
    this.#timeout = new RetransmissionTimeout(options.minimumTimeout);
    this.#receiver = new TcpReceiver(options.clock, (answer) => {
      const sack = answer.ranges.length === 0 ? 0 : 4 + 8 * answer.ranges.length;
      this.#transmit(true, HEADERS + sack, () => this.#acknowledged(answer));
    });
  }

  /** Opens the connection: SYN, SYN-ACK, and data with the first acknowledgement. */
  start(): void {
    this.#transmit(false, HANDSHAKE_BYTES, () => {
      this.#transmit(true, HANDSHAKE_BYTES, () => {
        if (this.#established) return;
        this.#established = true;
        this.#timer++;
        this.#send();
      });
    });
    const turn = ++this.#timer;
    const { clock } = this.#options;
    clock.at(clock.now + this.#timeout.value, () => {
      if (this.#timer !== turn || this.#stopped) return;
      this.#timeout.backOff();
      this.start();
    });
  }

  /** Stops sending new data. */
  stop(): void {
    this.#stopped = true;
  }

  #transmit(back: boolean, bytes: number, arrived: () => void): void {
    const { from, to, network, record } = this.#options;
    network.send({
      from: back ? to : from,
      to: back ? from : to,
      bytes,
      arrived,
      lost: () => {
        if (!back) record.lost++;
      },
    });
  }

  #send(): void {
    if (this.#stopped) return;
    while (this.#pipe < this.#window.segments) {
      const lost = this.#firstLost();
      if (lost === undefined && this.#next - this.#first >= RECEIVE_WINDOW) break;
      this.#transmitSegment(lost ?? this.#next++);
    }
  }

  #firstLost(): number | undefined {
    if (this.#recovery < 0) return undefined;
    for (const [number, segment] of this.#segments) {
      if (segment.lost && !segment.repeated && !segment.arrived) return number;
    }
    return undefined;
  }

  #transmitSegment(number: number): void {
    const { clock, record } = this.#options;
    const known = this.#segments.get(number);
    if (known === undefined) {
      this.#segments.set(number, { arrived: false, lost: false, repeated: false });
    } else {
      known.repeated = true;
    }
    this.#pipe++;
    record.sent++;
    const sentAt = clock.now;
    this.#transmit(false, SEGMENT_BYTES + HEADERS, () => {
      const isNew = this.#receiver.segment(number, sentAt);
      record.arrived(clock.now, isNew ? SEGMENT_BYTES : 0, clock.now - sentAt);
    });
    if (number === this.#first || this.#pipe === 1) this.#arm();
  }

  #acknowledged({ next, ranges, echo }: TcpAcknowledgement): void {
    const { clock } = this.#options;
    this.#timeout.measured(clock.now - echo);
    // Segments that were acknowledged selectively before do not grow the window again.
    let count = 0;
    const advanced = next > this.#first;
    for (let number = this.#first; number < next; number++) {
      if (this.#segments.get(number)?.arrived === false) count++;
      this.#settle(number, true);
    }
    if (advanced) this.#first = next;
    for (const [first, after] of ranges) {
      for (let number = Math.max(first, this.#first); number < after; number++) {
        this.#settle(number, false);
      }
    }
    this.#findLosses();
    if (advanced) {
      const recovering = next <= this.#recovery;
      if (!recovering) this.#recovery = -1;
      // In recovery the window stays; after a time-out it grows from one again.
      if (!recovering || this.#timeout.collapsed) {
        this.#window.acknowledged(count, clock.now / 1e9, this.#timeout.roundTrip / 1e9);
      }
      if (!recovering) this.#timeout.recovered();
      this.#arm();
    }
    this.#send();
  }

  /** Records that a segment has arrived. @param forget - whether everything before it has arrived, too */
  #settle(number: number, forget: boolean): void {
    const segment = this.#segments.get(number);
    if (segment === undefined) return;
    if (!segment.arrived && (!segment.lost || segment.repeated)) this.#pipe--;
    segment.arrived = true;
    this.#highest = Math.max(this.#highest, number);
    if (forget) this.#segments.delete(number);
  }

  #findLosses(): void {
    let found = false;
    for (const [number, segment] of this.#segments) {
      if (number > this.#highest - DUPLICATES) break;
      if (segment.arrived || segment.lost) continue;
      segment.lost = true;
      this.#pipe--;
      found = true;
    }
    if (!found || this.#recovery >= 0) return;
    this.#recovery = this.#next - 1;
    this.#window.reduced();
  }

  #arm(): void {
    const { clock } = this.#options;
    const turn = ++this.#timer;
    clock.at(clock.now + this.#timeout.value, () => {
      if (this.#timer === turn && this.#segments.size > 0 && !this.#stopped) this.#expire();
    });
  }

  /** Counts everything that has not arrived as lost and sends it again, first segment first. */
  #expire(): void {
    this.#timeout.backOff();
    this.#window.collapsed();
    for (const segment of this.#segments.values()) {
      segment.repeated = false;
      segment.lost = !segment.arrived;
    }
    this.#pipe = 0;
    this.#recovery = this.#next - 1;
    this.#send();
    this.#arm();
  }
}
