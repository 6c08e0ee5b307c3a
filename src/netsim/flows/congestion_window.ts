import { pinnedMath } from '../../math/index.js';

/** Multiplicative decrease and growth of CUBIC (RFC 9438, 4.6 and 5). */
const BETA = 0.7;
const C = 0.4;
const RENO_BETA = 0.5;
/** Segments that may be sent before the first acknowledgement (RFC 6928). */
const INITIAL_WINDOW = 10;

export type Congestion = 'cubic' | 'reno';

/** How many segments a TCP sender may have in flight: slow start, then CUBIC or Reno. */
export class CongestionWindow {
  readonly #kind: Congestion;
  #window = INITIAL_WINDOW;
  #threshold = Number.POSITIVE_INFINITY;
  /** CUBIC: the window before the latest decrease, the time of that decrease, and the time to return to it. */
  #most = 0;
  #epoch: number | undefined;
  #return = 0;
  #friendly = 0;

  constructor(kind: Congestion) {
    this.#kind = kind;
  }

  get segments(): number {
    return Math.max(1, Math.floor(this.#window));
  }

  /** Called when segments were acknowledged. @param now - s; `roundTrip` s */
  acknowledged(count: number, now: number, roundTrip: number): void {
    if (this.#window < this.#threshold) {
      this.#window += count;
    } else if (this.#kind === 'reno') {
      this.#window += count / this.#window;
    } else {
      this.#cubic(count, now, roundTrip);
    }
  }

  /** Called when segments were lost: fast recovery begins. */
  reduced(): void {
    const beta = this.#kind === 'cubic' ? BETA : RENO_BETA;
    // Fast convergence: a flow that reaches less than before leaves room for others (RFC 9438, 4.7).
    this.#most = this.#window < this.#most ? (this.#window * (1 + BETA)) / 2 : this.#window;
    this.#window = Math.max(2, this.#window * beta);
    this.#threshold = this.#window;
    this.#epoch = undefined;
  }

  /** Called when the retransmission timer expired: everything in flight counts as lost. */
  collapsed(): void {
    this.reduced();
    this.#window = 1;
  }

  #cubic(count: number, now: number, roundTrip: number): void {
    if (this.#epoch === undefined) {
      this.#epoch = now;
      this.#most = Math.max(this.#most, this.#window);
      this.#return = pinnedMath.cbrt((this.#most - this.#window) / C);
      this.#friendly = this.#window;
    }
    const since = now - this.#epoch + roundTrip - this.#return;
    const target = Math.min(C * since * since * since + this.#most, 1.5 * this.#window);
    // The window that Reno with the same decrease would have (RFC 9438, 4.3).
    this.#friendly += ((3 * (1 - BETA)) / (1 + BETA)) * (count / this.#window);
    const growth = Math.max(target, this.#friendly) - this.#window;
    if (growth > 0) this.#window += (growth / this.#window) * count;
  }
}
