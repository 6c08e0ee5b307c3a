/** The amount of data that may be in flight to a reliable reader. */
import {
  LOSS_WINDOW_SAMPLES,
  MAX_WINDOW_BYTES,
  MAX_WINDOW_SAMPLES,
  MIN_WINDOW_BYTES,
} from './limits.js';

export class SendWindow {
  samples = MAX_WINDOW_SAMPLES / 2;
  bytes = MAX_WINDOW_BYTES;
  /** How often the reader has requested something again. */
  losses = 0;

  /** Whether another sample may be sent while this much is in flight. */
  allows(samples: number, bytes: number): boolean {
    return samples === 0 || (samples < this.samples && bytes <= this.bytes);
  }

  /** Counts samples acknowledged without a loss; after some of these the window grows again. */
  acknowledged(samples: number, bytes: number): void {
    this.samples = Math.min(MAX_WINDOW_SAMPLES, this.samples + (samples >> 3));
    this.bytes = Math.min(MAX_WINDOW_BYTES, this.bytes + bytes / 8);
  }

  lost(): void {
    this.losses++;
    this.samples = LOSS_WINDOW_SAMPLES;
    this.bytes = Math.max(MIN_WINDOW_BYTES, this.bytes / 2);
  }
}
