import type { RandomStreams } from '../../kernel/index.js';
import type { NetworkClock } from '../network_clock.js';
import { ackAirtime, dataAirtime, interframeSpace } from './airtime.js';
import { Backoff } from './backoff.js';
import type { RateControl } from './rate_control.js';
import type { Transmission, WifiFrame } from './transmission.js';
import { type AirListener, WifiAir, type WifiRadio } from './wifi_air.js';
import type { Modulation, WifiStandard } from './wifi_standard.js';
import { WifiStation } from './wifi_station.js';

/** Why a frame was given up. */
export type FrameLoss = 'queue_full' | 'retries';

export interface WifiMediumOptions {
  readonly standard: WifiStandard;
  readonly stations: number;
  readonly clock: NetworkClock;
  readonly random: RandomStreams;
  readonly radio: WifiRadio;
  readonly rates: (station: number) => RateControl;
  /** Frames that may wait in a station. Default: 30. */
  readonly queue?: number;
  /** Transmissions of a frame before it is given up. Default: 7. */
  readonly attempts?: number;
  /** Called when a frame has arrived at a station. */
  readonly onArrival: (frame: WifiFrame, station: number) => void;
  readonly onLoss?: (frame: WifiFrame, station: number, loss: FrameLoss) => void;
}

const ACK_BITS = 14 * 8;

/** Modulation of acknowledgements at 6, 12 and 24 Mb/s (and of DSSS below). */
function controlModulation(rate: number): Modulation {
  const bits = rate <= 6e6 ? 1 : rate <= 12e6 ? 2 : 4;
  return { bits, codeRate: '1/2' };
}

/**
 * An 802.11 channel in ad hoc mode: stations contend for it by CSMA/CA, frames collide, capture,
 * suffer from interference, are acknowledged and repeated. Which stations hear each other follows
 * from the power that arrives, so hidden nodes are hidden.
 *
 * Simplifications: the sender waits for a missing acknowledgement as
 * long as it would have lasted, which is the time that EstimatedAckTxTime gives the others (802.11-2020,
 * 10.3.2.3.7); no RTS, no aggregation.
 */
export class WifiMedium implements AirListener {
  readonly #options: WifiMediumOptions;
  readonly #stations: WifiStation[] = [];
  readonly #air: WifiAir;
  readonly #space: number;
  /** When the next station will send, if nothing changes. */
  #planned = Number.POSITIVE_INFINITY;

  constructor(options: WifiMediumOptions) {
    this.#options = options;
    this.#space = interframeSpace(options.standard);
    for (let i = 0; i < options.stations; i++) {
      const backoff = new Backoff(options.standard, options.random.stream(`backoff ${i}`));
      const luck = options.random.stream(`reception ${i}`);
      this.#stations.push(new WifiStation(i, backoff, options.rates(i), luck));
    }
    this.#air = new WifiAir(this.#stations, options.clock, options.radio, this);
  }

  /** Passes a frame to a station; false when its queue is full and the frame is lost. */
  send(from: number, frame: WifiFrame): boolean {
    const station = this.#station(from);
    if (station.queue.length >= (this.#options.queue ?? 30)) {
      this.#options.onLoss?.(frame, from, 'queue_full');
      return false;
    }
    station.queue.push(frame);
    if (station.queue.length > 1) return true;
    // A frame that finds the channel busy waits a random time afterwards, so that it does not collide.
    const { now } = this.#options.clock;
    if (station.backoff.counted && (!station.free || station.reservedUntil > now)) {
      station.backoff.draw();
    }
    this.#plan();
    return true;
  }

  /** Frames that wait in a station, the one being sent included. */
  waiting(station: number): number {
    return this.#station(station).queue.length;
  }

  #station(index: number): WifiStation {
    return this.#stations[index]!;
  }

  /** Schedules the end of the shortest back-off, at which that station sends. */
  #plan(): void {
    const { clock } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    for (const station of this.#stations) {
      if (station.queue.length === 0 || !station.free) continue;
      next = Math.min(next, this.#due(station));
    }
    if (next >= this.#planned && this.#planned > clock.now) return;
    this.#planned = next;
    if (next === Number.POSITIVE_INFINITY) return;
    clock.at(next, () => {
      if (this.#planned !== next) return;
      this.#planned = Number.POSITIVE_INFINITY;
      this.#access();
    });
  }

  #due(station: WifiStation): number {
    return Math.max(station.backoff.due, station.reservedUntil, this.#options.clock.now);
  }

  /** All stations whose turn it is begin at once: none can have heard another. */
  #access(): void {
    const { now } = this.#options.clock;
    const senders = this.#stations.filter(
      (station) => station.queue.length > 0 && station.free && this.#due(station) <= now,
    );
    for (const station of senders) {
      station.occupied = true;
      station.backoff.freeze(now);
    }
    for (const station of senders) this.#sendData(station);
    this.#plan();
  }

  #sendData(station: WifiStation): void {
    const { standard, clock } = this.#options;
    const frame = station.queue[0]!;
    const broadcast = frame.to < 0;
    station.rate = broadcast ? 0 : station.rates.choose(frame.to, station.attempts, clock.now);
    const rate = standard.rates[station.rate]!;
    const answer = broadcast ? 0 : standard.sifs + ackAirtime(standard, rate);
    const end = clock.now + dataAirtime(standard, rate, frame.bytes);
    station.attempts++;
    station.acknowledged = false;
    this.#air.transmit(station, {
      kind: 'data',
      from: station.index,
      to: frame.to,
      frame,
      modulation: rate.modulation,
      bits: 8 * (frame.bytes + standard.overhead),
      start: clock.now,
      end,
      reserves: answer,
      controlRate: rate.controlRate,
    });
    // Waits until the end of this moment, so that an acknowledgement that ends just now still counts.
    const timeout = () => clock.at(clock.now, () => this.#concludeData(station, frame));
    clock.at(end + answer, timeout);
  }

  #concludeData(station: WifiStation, frame: WifiFrame): void {
    const { clock, attempts = 7, onLoss } = this.#options;
    const broadcast = frame.to < 0;
    if (!broadcast) station.rates.report(frame.to, station.rate, station.acknowledged);
    const done = broadcast || station.acknowledged;
    if (done || station.attempts >= attempts) {
      station.queue.shift();
      station.attempts = 0;
      station.backoff.reset();
      if (!done) onLoss?.(frame, station.index, 'retries');
    } else {
      station.backoff.widen();
    }
    station.occupied = false;
    station.backoff.draw();
    if (station.sensed === 0) station.backoff.resume(clock.now + this.#space);
    this.#plan();
  }

  received(station: WifiStation, transmission: Transmission): void {
    if (transmission.kind === 'ack') {
      station.acknowledged = true;
      return;
    }
    // A frame repeated because its acknowledgement was lost is acknowledged again but not
    // delivered.
    const { from, frame } = transmission;
    const repeated = station.latest.get(from) === frame;
    station.latest.set(from, frame);
    if (transmission.to >= 0) this.#acknowledge(station, transmission);
    if (!repeated) this.#options.onArrival(frame, station.index);
  }

  freed(station: WifiStation, transmission: Transmission): void {
    const { now } = this.#options.clock;
    // A station that understood nothing leaves room for an acknowledgement that it may not hear.
    const silence = station.confused ? transmission.reserves : 0;
    station.confused = false;
    station.backoff.resume(Math.max(now + silence, station.reservedUntil) + this.#space);
  }

  ended(): void {
    this.#plan();
  }

  #acknowledge(station: WifiStation, { frame, from, reserves, controlRate }: Transmission): void {
    const { standard, clock } = this.#options;
    const start = clock.now + standard.sifs;
    clock.at(start, () => {
      this.#air.transmit(station, {
        kind: 'ack',
        from: station.index,
        to: from,
        frame,
        modulation: controlModulation(controlRate),
        bits: ACK_BITS,
        start,
        end: start + reserves - standard.sifs,
        reserves: 0,
        controlRate,
      });
    });
  }
}
