/** Collects submessages into datagrams, one open datagram for each destination. */
import type { Locator } from './locator.js';
import { MessageEncoder, SIZE } from './message_encoder.js';
import { HEADER_BYTES } from './submessages.js';

/** A datagram to be sent. */
export interface Datagram {
  readonly to: Locator;
  /** All of it; its beginning if it has a {@link rest}. */
  readonly bytes: Uint8Array;
  /** What follows `bytes`, without having been copied; only with the option `scatters`. */
  readonly rest: readonly Uint8Array[];
}

/** A destination of datagrams: one object for each locator. */
export class Destination {
  /** Kept for the next datagram; made when first needed. */
  encoder: MessageEncoder | undefined;

  constructor(readonly locator: Locator) {}
}

/** Space that each datagram reserves for its header, INFO_DST and INFO_TS. */
const FRAME = HEADER_BYTES + SIZE.infoDestination + SIZE.infoTimestamp;

export class Outbox {
  readonly #destinations = new Map<string, Destination>();
  #open: Destination[] = [];
  #ready: Datagram[] = [];
  #bytes = 0;
  #budget = 0;

  constructor(
    readonly prefix: Uint8Array,
    readonly vendor: number,
    readonly maxDatagram: number,
    /** Whether large payloads are not copied into datagrams. */
    readonly scatters = false,
  ) {}

  /** The object that stands for a locator. */
  destination(locator: Locator): Destination {
    const key = `${locator.address}:${locator.port}`;
    let found = this.#destinations.get(key);
    if (found === undefined) {
      found = new Destination(locator);
      this.#destinations.set(key, found);
    }
    return found;
  }

  /** How many destinations are known. */
  get destinationCount(): number {
    return this.#destinations.size;
  }

  /** Forgets destinations that nothing uses any longer. */
  keepDestinations(inUse: ReadonlySet<Destination>): void {
    for (const [key, destination] of this.#destinations) {
      if (!inUse.has(destination)) this.#destinations.delete(key);
    }
  }

  /** The most payload that one datagram can carry beside a fragment's headers and inline QoS. */
  fragmentRoom(inlineQosBytes: number): number {
    // Every peer accepts a multiple of 4; the heartbeat after the last fragment must fit, too.
    return (this.maxDatagram - FRAME - SIZE.dataFrag - SIZE.heartbeat - inlineQosBytes) & ~3;
  }

  start(budget: number): void {
    this.#budget = budget;
    this.#bytes = 0;
  }

  /** Whether the requested number of bytes has been collected. */
  get isFull(): boolean {
    return this.#bytes >= this.#budget;
  }

  /**
   * The open datagram for `to` and a participant, with room for `bytes`. If there is no room and
   * another datagram is begun, the content of the full one counts as sent.
   */
  encoder(to: Destination, prefix: Uint8Array | undefined, bytes: number): MessageEncoder {
    to.encoder ??= new MessageEncoder(this.prefix, this.vendor, this.scatters);
    const { encoder } = to;
    // A message to everybody cannot share a datagram with one that names its destination.
    const needed = bytes + (prefix === undefined ? 0 : SIZE.infoDestination);
    if (encoder.size > 0 && (prefix === undefined || encoder.size + needed > this.maxDatagram)) {
      this.#close(to);
    }
    if (encoder.size === 0) {
      encoder.begin();
      this.#open.push(to);
      this.#bytes += HEADER_BYTES;
    }
    if (prefix !== undefined) encoder.destination(prefix);
    this.#bytes += bytes;
    return encoder;
  }

  /** Everything that was collected, in the order in which the datagrams were completed. */
  finish(): Datagram[] {
    for (const destination of this.#open) {
      if (destination.encoder!.size > 0) this.#close(destination);
    }
    this.#open = [];
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #close(destination: Destination): void {
    const { bytes, rest } = destination.encoder!.finishInParts();
    this.#ready.push({ to: destination.locator, bytes, rest });
  }
}
