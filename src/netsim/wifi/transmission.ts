import type { Modulation } from './wifi_standard.js';

/** An IP packet on its way between stations. */
export interface WifiFrame {
  /** Number of the receiving station; -1 for all. */
  readonly to: number;
  /** Size of the IP packet. */
  readonly bytes: number;
}

/** One frame in the air. */
export interface Transmission {
  readonly kind: 'data' | 'ack';
  /** Station that sends. */
  readonly from: number;
  /** Number of the receiving station; -1 for all. */
  readonly to: number;
  readonly frame: WifiFrame;
  readonly modulation: Modulation;
  readonly bits: number;
  /** ns. */
  readonly start: number;
  readonly end: number;
  /** How long stations that understand the frame stay silent after its end, in ns. */
  readonly reserves: number;
  /** Rate of its acknowledgement in bits per second. */
  readonly controlRate: number;
}
