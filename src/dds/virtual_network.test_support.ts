/** Participants on a network in virtual time, with loss, delay, reordering and duplicates. */
import type { Locator } from './locator.js';
import type { Datagram } from './outbox.js';
import { Participant } from './participant.js';
import { newPrefix, type ParticipantOptions } from './participant_options.js';

/** A stream of numbers from 0 to 1, determined by a seed (mulberry32). */
export function stream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface NetworkOptions {
  readonly seed?: number;
  readonly loss?: number;
  readonly duplicates?: number;
  /** ns; each datagram takes between half and all of this time. */
  readonly delay?: number;
  /** Bytes that a turn may send; default 64 kB. */
  readonly burst?: number;
}

export const GROUP: Locator = { address: '239.255.0.1', port: 7400 };

interface Flight {
  readonly due: number;
  readonly order: number;
  readonly to: Place;
  readonly bytes: Uint8Array;
}

/** A participant and where it is. */
export interface Place {
  readonly participant: Participant;
  locator: Locator;
  alive: boolean;
}

export class VirtualNetwork {
  now = 0;
  /** Called with every datagram that is sent; a test may set it to inspect datagrams or to change the rules. */
  onSend: ((from: Place, datagram: Datagram) => void) | undefined;
  loss: number;
  sent = 0;
  bytesSent = 0;
  readonly places: Place[] = [];
  #flights: Flight[] = [];
  #order = 0;
  readonly #options: NetworkOptions;
  readonly #random: () => number;

  constructor(options: NetworkOptions = {}) {
    this.#options = options;
    this.loss = options.loss ?? 0;
    this.#random = stream(options.seed ?? 1);
  }

  /** Adds a participant at an address of its own. */
  join(options: Partial<ParticipantOptions> = {}): Place {
    const index = this.places.length + 1;
    const locator = { address: `10.0.${index >> 8}.${index & 255}`, port: 7410 };
    const random = Uint8Array.from({ length: 10 }, () => Math.floor(this.#random() * 256));
    const participant = new Participant(
      {
        domain: 0,
        prefix: newPrefix(random),
        epoch: 1_700_000_000_000_000_000n,
        metatraffic: [locator],
        targets: [GROUP],
        ...options,
      },
      this.now,
    );
    const place = { participant, locator, alive: true };
    this.places.push(place);
    return place;
  }

  /** Says good-bye (`close`) or just stops (as after kill -9). */
  leave(place: Place, saysGoodbye: boolean): void {
    if (saysGoodbye) {
      place.participant.close(this.now);
      this.flush(place);
    }
    place.alive = false;
  }

  /** Moves a participant: nothing arrives at its old address any longer. */
  move(place: Place, locator: Locator): void {
    place.locator = locator;
  }

  /** Sends what a participant has to send. */
  flush(place: Place): void {
    while (place.participant.hasOutgoing) {
      for (const datagram of place.participant.takeOutgoing(this.#options.burst ?? 65_536)) {
        this.onSend?.(place, datagram);
        this.sent++;
        this.bytesSent += datagram.bytes.length;
        this.#send(place, datagram);
      }
    }
  }

  #send(from: Place, { to, bytes }: Datagram): void {
    const isGroup = to.address === GROUP.address;
    for (const place of this.places) {
      if (place === from || (!isGroup && place.locator.address !== to.address)) continue;
      if (this.#random() < this.loss) continue;
      const copies = this.#random() < (this.#options.duplicates ?? 0) ? 2 : 1;
      for (let i = 0; i < copies; i++) {
        const delay = this.#options.delay ?? 50_000;
        const due = this.now + delay * (0.5 + 0.5 * this.#random());
        this.#enter({ due, order: this.#order++, to: place, bytes });
      }
    }
  }

  #enter(flight: Flight): void {
    const flights = this.#flights;
    let low = 0;
    let high = flights.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (flights[middle]!.due <= flight.due) low = middle + 1;
      else high = middle;
    }
    flights.splice(low, 0, flight);
  }

  /** Runs until `end`, or until `done` returns true; returns whether it did. */
  run(end: number, done?: () => boolean): boolean {
    for (;;) {
      for (const place of this.places) if (place.alive) this.flush(place);
      if (done?.() === true) return true;
      let next = this.#flights[0]?.due ?? Number.POSITIVE_INFINITY;
      for (const place of this.places) {
        if (place.alive) next = Math.min(next, place.participant.nextDeadline());
      }
      if (next > end) {
        this.now = end;
        return done?.() ?? true;
      }
      this.now = Math.max(this.now, next);
      while (this.#flights.length > 0 && this.#flights[0]!.due <= this.now) {
        const { to, bytes } = this.#flights.shift()!;
        // Each receiver has memory of its own, as with sockets.
        if (to.alive) to.participant.handle(Uint8Array.from(bytes), this.now);
      }
      for (const { participant, alive } of this.places) {
        if (alive && participant.nextDeadline() <= this.now) participant.tick(this.now);
      }
    }
  }
}
