import type { NetworkClock } from '../network_clock.js';
import type { DatagramSender } from './datagram_sender.js';
import type { MessageStream, StreamMessage } from './message_stream.js';
import { acknowledgement, dataDatagrams, HEARTBEAT_DATAGRAM } from './packet_sizes.js';
import { ALL_PARTS, type MissingPart, ReliableReader } from './reliable_reader.js';

/** Settings of the protocol, in ns and bytes. */
export interface ReliableSettings {
  readonly datagram: number;
  readonly heartbeatPeriod: number;
  readonly heartbeatResponseDelay: number;
  readonly nackResponseDelay: number;
}

export interface ReliableStreamOptions {
  readonly sender: DatagramSender;
  readonly clock: NetworkClock;
  readonly settings: ReliableSettings;
  /** Messages that the writer keeps; older ones are dropped. */
  readonly depth: number;
  /** Called with the number of messages that were dropped before they arrived. */
  readonly onGivenUp: (count: number) => void;
  /** Whether either end is gone. */
  readonly ended: () => boolean;
}

/** A message that the reader has not acknowledged. */
interface Held {
  readonly message: StreamMessage;
  /** Sizes of its datagrams. */
  readonly parts: readonly number[];
}

/**
 * Sends messages until they are acknowledged, as a stateful RTPS writer does (RTPS 2.5, 8.4.9.2): the
 * last datagram of each message carries a heartbeat, the reader answers with the parts it misses, and
 * the writer repeats these. While anything is unacknowledged, heartbeats are also sent on their own.
 * A keep-last writer drops messages that have left its history.
 */
export class ReliableStream implements MessageStream {
  readonly #options: ReliableStreamOptions;
  readonly #back: DatagramSender;
  readonly #reader: ReliableReader;
  readonly #held = new Map<number, Held>();
  #last = 0;
  /** Everything before is acknowledged or given up. */
  #first = 1;
  #beating = false;
  readonly #requested = new Map<string, MissingPart>();

  constructor(options: ReliableStreamOptions) {
    this.#options = options;
    this.#back = options.sender.reversed();
    const { clock, settings, onGivenUp } = options;
    this.#reader = new ReliableReader({
      clock,
      responseDelay: settings.heartbeatResponseDelay,
      onGivenUp,
      answer: (base, missing) => {
        if (options.ended()) return;
        const heard = () => this.#acknowledged(base, missing);
        this.#back.send(acknowledgement(missing.length), heard);
      },
    });
  }

  get ended(): boolean {
    return this.#options.ended();
  }

  send(message: StreamMessage): void {
    const { settings, depth } = this.#options;
    const sequence = ++this.#last;
    const parts = dataDatagrams(message.bytes, settings.datagram, true);
    this.#held.set(sequence, { message, parts });
    while (this.#held.size > depth) this.#release(this.#first + 1);
    for (let part = 0; part < parts.length; part++) this.#transmit(sequence, part);
    this.#beat();
  }

  #transmit(sequence: number, part: number): void {
    const held = this.#held.get(sequence);
    if (held === undefined) return;
    const { message, parts } = held;
    const first = this.#first;
    const last = this.#last;
    const isTail = part === parts.length - 1;
    this.#options.sender.send(parts[part]!, () => {
      this.#reader.data(sequence, part, parts.length, message);
      if (isTail) this.#reader.heartbeat(first, last);
    });
  }

  #transmitAgain(sequence: number, part: number): void {
    if (part !== ALL_PARTS) {
      this.#transmit(sequence, part);
      return;
    }
    const count = this.#held.get(sequence)?.parts.length ?? 0;
    for (let each = 0; each < count; each++) this.#transmit(sequence, each);
  }

  /** Forgets everything before a sequence number. */
  #release(before: number): void {
    for (; this.#first < before; this.#first++) this.#held.delete(this.#first);
  }

  #beat(): void {
    if (this.#beating) return;
    this.#beating = true;
    const { clock, settings } = this.#options;
    const beat = () => {
      this.#beating = false;
      if (this.#held.size === 0 || this.#options.ended()) return;
      const first = this.#first;
      const last = this.#last;
      this.#options.sender.send(HEARTBEAT_DATAGRAM, () => this.#reader.heartbeat(first, last));
      this.#beat();
    };
    clock.at(clock.now + settings.heartbeatPeriod, beat, true);
  }

  #acknowledged(base: number, missing: readonly MissingPart[]): void {
    const { clock, settings } = this.#options;
    this.#release(base);
    if (missing.length === 0) return;
    const idle = this.#requested.size === 0;
    for (const each of missing) this.#requested.set(`${each.sequence} ${each.part}`, each);
    if (idle) clock.at(clock.now + settings.nackResponseDelay, () => this.#repeat());
  }

  #repeat(): void {
    const requested = [...this.#requested.values()];
    this.#requested.clear();
    if (this.#options.ended()) return;
    for (const { sequence, part } of requested) this.#transmitAgain(sequence, part);
    // Asks at once whether everything has arrived; messages that are gone lie before its first: a GAP.
    const first = this.#first;
    const last = this.#last;
    this.#options.sender.send(HEARTBEAT_DATAGRAM, () => this.#reader.heartbeat(first, last));
  }
}
