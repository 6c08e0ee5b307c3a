import { type ErrorModel, packetErrorRate } from './packet_error_rate.js';
import type { Transmission } from './transmission.js';

/**
 * A station's reception of one transmission: compares the signal with noise and interference section
 * by section; the interference is constant within a section.
 */
export class Reception {
  readonly transmission: Transmission;
  /** Received power in mW. */
  readonly power: number;
  readonly #model: ErrorModel;
  readonly #noise: number;
  #interference: number;
  #since: number;
  /** Probability that everything so far has arrived. */
  #intact = 1;

  constructor(
    transmission: Transmission,
    power: number,
    interference: number,
    noise: number,
    model: ErrorModel,
  ) {
    this.transmission = transmission;
    this.power = power;
    this.#interference = interference;
    this.#noise = noise;
    this.#model = model;
    this.#since = transmission.start;
  }

  /** Sets the interference (mW) from now on. */
  change(interference: number, now: number): void {
    this.#close(now);
    this.#interference = interference;
  }

  /** Probability that the whole frame has arrived, at its end. */
  end(now: number): number {
    this.#close(now);
    return this.#intact;
  }

  #close(now: number): void {
    const { transmission } = this;
    const length = transmission.end - transmission.start;
    const bits = (transmission.bits * (now - this.#since)) / length;
    this.#since = now;
    if (bits <= 0) return;
    const snr = this.power / (this.#noise + this.#interference);
    this.#intact *= 1 - packetErrorRate(this.#model, transmission.modulation, snr, bits);
  }
}
