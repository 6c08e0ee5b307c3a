import type { RandomStream } from '../../kernel/index.js';
import type { WifiStandard } from './wifi_standard.js';

/**
 * The back-off counter of one station: how many free slots it waits before it sends.
 *
 * DCF (802.11-2020, 10.3.4.3) counts a slot down when it has passed without a transmission. EDCA
 * (10.23.2.4) counts at the beginning of each slot, also of the slot in which another station begins
 * to send; so a station that has just sent has no advantage over those that waited.
 */
export class Backoff {
  readonly #standard: WifiStandard;
  readonly #random: RandomStream;
  #window: number;
  #slots = 0;
  /** When counting begins: after the channel was free for an interframe space. */
  #anchor = 0;
  #frozen = false;

  constructor(standard: WifiStandard, random: RandomStream) {
    this.#standard = standard;
    this.#random = random;
    this.#window = standard.cwMin;
  }

  /** When the station may send if the channel stays free, in ns. */
  get due(): number {
    return this.#anchor + this.#slots * this.#standard.slot;
  }

  /** Whether nothing is left to count. */
  get counted(): boolean {
    return this.#slots === 0;
  }

  /** Draws how many slots to wait. */
  draw(): void {
    this.#slots = this.#random.integer(this.#window + 1);
  }

  /** Called when a frame arrived, was given up, or required no answer: the window is the smallest again. */
  reset(): void {
    this.#window = this.#standard.cwMin;
  }

  /** Called when a frame was not acknowledged: the window doubles. */
  widen(): void {
    this.#window = Math.min(2 * this.#window + 1, this.#standard.cwMax);
  }

  /** Pauses the count: the channel is busy from now on. */
  freeze(now: number): void {
    if (this.#frozen) return;
    this.#frozen = true;
    const { slot, access } = this.#standard;
    if (now < this.#anchor) return;
    const passed = Math.floor((now - this.#anchor) / slot) + (access === 'edca' ? 1 : 0);
    this.#slots = Math.max(0, this.#slots - passed);
  }

  /** The channel is free again; counting begins at `anchor`. */
  resume(anchor: number): void {
    this.#frozen = false;
    this.#anchor = anchor;
  }
}
