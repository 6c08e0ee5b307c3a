/** How much may be on its way to a reliable reader before it has acknowledged some of it. */
import {
  LOSS_WINDOW_SAMPLES,
  MAX_WINDOW_BYTES,
  MAX_WINDOW_SAMPLES,
  MIN_WINDOW_BYTES,
} from './limits.js';

export class SendWindow {
  samples = MAX_WINDOW_SAMPLES / 2;
  bytes = MAX_WINDOW_BYTES;

  /** Whether a sample may follow when this much is on its way. */
  allows(samples: number, bytes: number): boolean {
    return samples === 0 || (samples < this.samples && bytes <= this.bytes);
  }

  /** Samples arrived, none was missing: after some of these the window opens again. */
  acknowledged(samples: number, bytes: number): void {
    this.samples = Math.min(MAX_WINDOW_SAMPLES, this.samples + (samples >> 3));
    this.bytes = Math.min(MAX_WINDOW_BYTES, this.bytes + bytes / 8);
  }

  lost(): void {
    this.samples = LOSS_WINDOW_SAMPLES;
    this.bytes = Math.max(MIN_WINDOW_BYTES, this.bytes / 2);
  }
}
