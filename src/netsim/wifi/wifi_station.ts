import type { RandomStream } from '../../kernel/index.js';
import type { Backoff } from './backoff.js';
import type { RateControl } from './rate_control.js';
import type { Reception } from './reception.js';
import type { Transmission, WifiFrame } from './transmission.js';

/** One station: its queue, its state in the contention for the channel, and what it hears. */
export class WifiStation {
  readonly index: number;
  readonly backoff: Backoff;
  readonly rates: RateControl;
  readonly queue: WifiFrame[] = [];
  /** Decides which frames arrive. */
  readonly luck: RandomStream;
  /** Latest frame from each station, to recognise repetitions. */
  readonly latest = new Map<number, WifiFrame>();
  /** Transmissions of others that it senses. */
  sensed = 0;
  /** Whether it is sending, or waiting for an acknowledgement. */
  occupied = false;
  /** Whether it is sending and so can hear nothing. */
  sending = false;
  /** Time until which others have reserved the channel. */
  reservedUntil = 0;
  reception: Reception | undefined;
  /** Whether it could not understand the latest transmission, after which it waits longer. */
  confused = false;
  /** The latest transmission that arrived intact. */
  understood: Transmission | undefined;
  /** Transmissions of the frame at the head of the queue so far. */
  attempts = 0;
  /** Rate of the latest transmission. */
  rate = 0;
  /** Whether it has received the acknowledgement for which it waits. */
  acknowledged = false;

  constructor(index: number, backoff: Backoff, rates: RateControl, luck: RandomStream) {
    this.index = index;
    this.backoff = backoff;
    this.rates = rates;
    this.luck = luck;
  }

  /** Whether it may count down and send. */
  get free(): boolean {
    return this.sensed === 0 && !this.occupied && !this.sending;
  }
}
