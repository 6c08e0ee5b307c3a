import type { NetworkClock } from '../network_clock.js';
import type { ErrorModel } from './packet_error_rate.js';
import { Reception } from './reception.js';
import type { Transmission } from './transmission.js';
import type { WifiStation } from './wifi_station.js';

/** Power that arrives at one station from another, in mW. */
export type ReceivedPower = (from: number, to: number) => number;

/** Thresholds of reception: powers in mW, the others as ratios (not dB). */
export interface WifiRadio {
  readonly power: ReceivedPower;
  /** The curve that gives the probability of frame errors. Default: `table`. */
  readonly errors?: ErrorModel;
  /** Default: −94 dBm, thermal noise of 20 MHz and a noise figure of 7 dB. */
  readonly noise?: number;
  /** Least power at which a preamble is detected. Default: −82 dBm. */
  readonly sensitivity?: number;
  /** Signal over noise and interference that a preamble needs. Default: 4 dB. */
  readonly preambleSnr?: number;
  /** How much stronger a later frame must be to be heard instead. Default: 10 dB. */
  readonly capture?: number;
}

/** Receives the events in the air. */
export interface AirListener {
  /** Called when a frame has arrived intact at a station that it was meant for. */
  received(station: WifiStation, transmission: Transmission): void;
  /** Called when the channel has become free for a station, which may not have understood what it heard. */
  freed(station: WifiStation, transmission: Transmission): void;
  /** Called when a transmission is over, after everything that follows from it at the same moment. */
  ended(): void;
}

/** A transmission while it lasts. */
interface OnAir {
  readonly transmission: Transmission;
  /** Stations whose channel it occupies; they do not change while it lasts, even if they move. */
  readonly sensedBy: WifiStation[];
}

/** Time for which a preamble must be heard before it is detected, in ns. */
const PREAMBLE_DETECTION = 4000;

/** What is in the air, and what each station hears of it. Signals take no time to travel. */
export class WifiAir {
  readonly #stations: readonly WifiStation[];
  readonly #clock: NetworkClock;
  readonly #radio: Required<WifiRadio>;
  readonly #listener: AirListener;
  readonly #transmissions: OnAir[] = [];

  constructor(
    stations: readonly WifiStation[],
    clock: NetworkClock,
    radio: WifiRadio,
    listener: AirListener,
  ) {
    this.#stations = stations;
    this.#clock = clock;
    this.#listener = listener;
    this.#radio = {
      power: radio.power,
      errors: radio.errors ?? 'table',
      noise: radio.noise ?? 10 ** -9.4,
      sensitivity: radio.sensitivity ?? 10 ** -8.2,
      preambleSnr: radio.preambleSnr ?? 10 ** 0.4,
      capture: radio.capture ?? 10,
    };
  }

  transmit(sender: WifiStation, transmission: Transmission): void {
    sender.sending = true;
    sender.reception = undefined;
    sender.backoff.freeze(this.#clock.now);
    const onAir: OnAir = { transmission, sensedBy: [] };
    this.#transmissions.push(onAir);
    for (const station of this.#stations) {
      if (station !== sender) this.#hear(station, onAir);
    }
    this.#clock.at(transmission.end, () => this.#end(sender, onAir));
  }

  /** A transmission reaches a station: as busy channel, as signal or as interference. */
  #hear(station: WifiStation, { transmission, sensedBy }: OnAir): void {
    const { power, noise, sensitivity, preambleSnr, capture, errors } = this.#radio;
    const arriving = power(transmission.from, station.index);
    if (arriving >= sensitivity) {
      station.sensed++;
      sensedBy.push(station);
      station.backoff.freeze(this.#clock.now);
    }
    const interference = this.#interference(station, transmission);
    const audible =
      !station.sending &&
      arriving >= sensitivity &&
      arriving >= preambleSnr * (noise + interference);
    const heard = station.reception;
    if (audible && (heard === undefined || arriving >= capture * heard.power)) {
      station.reception = new Reception(transmission, arriving, interference, noise, errors);
    } else if (heard !== undefined) {
      this.#disturb(station, heard);
    }
  }

  /** Updates the interference at a station; a preamble that is disturbed is missed. */
  #disturb(station: WifiStation, heard: Reception): void {
    const { noise, preambleSnr } = this.#radio;
    const interference = this.#interference(station, heard.transmission);
    const found = this.#clock.now - heard.transmission.start > PREAMBLE_DETECTION;
    if (!found && heard.power < preambleSnr * (noise + interference)) {
      station.reception = undefined;
    } else {
      heard.change(interference, this.#clock.now);
    }
  }

  /** Power of all transmissions but one at a station, in mW. */
  #interference(station: WifiStation, except: Transmission): number {
    let sum = 0;
    for (const { transmission } of this.#transmissions) {
      if (transmission === except || transmission.from === station.index) continue;
      sum += this.#radio.power(transmission.from, station.index);
    }
    return sum;
  }

  #end(sender: WifiStation, onAir: OnAir): void {
    const { transmission, sensedBy } = onAir;
    this.#transmissions.splice(this.#transmissions.indexOf(onAir), 1);
    sender.sending = false;
    if (sender.free) this.#listener.freed(sender, transmission);
    for (const station of this.#stations) {
      const { reception } = station;
      if (reception === undefined) continue;
      if (reception.transmission === transmission) this.#conclude(station, reception);
      else this.#disturb(station, reception);
    }
    for (const station of sensedBy) {
      if (station.understood !== transmission) station.confused = true;
      station.sensed--;
      if (station.free) this.#listener.freed(station, transmission);
    }
    this.#listener.ended();
  }

  #conclude(station: WifiStation, reception: Reception): void {
    const { transmission } = reception;
    const { now } = this.#clock;
    station.reception = undefined;
    const probability = reception.end(now);
    const meant = transmission.to < 0 || transmission.to === station.index;
    // Only the addressed station draws; others understand a frame if that is more likely than not.
    const intact = meant ? station.luck.float() < probability : probability > 0.5;
    if (!intact) return;
    station.understood = transmission;
    station.confused = false;
    if (meant) this.#listener.received(station, transmission);
    else station.reservedUntil = Math.max(station.reservedUntil, now + transmission.reserves);
  }
}
