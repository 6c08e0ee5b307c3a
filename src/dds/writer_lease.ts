/** Watches whether a remote writer keeps its liveliness lease. */
import type { RemoteWriter } from './peer.js';
import type { Reader } from './reader.js';

export class WriterLease {
  isAlive = true;

  /** @param assertedAt when the writer last showed that it is alive */
  constructor(
    readonly reader: Reader,
    readonly writer: RemoteWriter,
    public assertedAt: number,
  ) {}

  /** When the lease ends. */
  get end(): number {
    const { liveliness, livelinessLease } = this.writer.data.qos;
    const { heardAt } = this.writer.peer;
    // Any datagram of a participant asserts its writers with automatic liveliness.
    const shown = liveliness === 'automatic' ? Math.max(this.assertedAt, heardAt) : this.assertedAt;
    return shown + livelinessLease;
  }

  /** Notes that the writer has asserted its liveliness. */
  assert(now: number): void {
    this.assertedAt = now;
    if (this.isAlive) return;
    this.isAlive = true;
    this.reader.listener.onLiveliness?.(this.writer.data, true);
  }

  /** Called when the lease has expired. */
  expire(): void {
    this.isAlive = false;
    this.reader.listener.onLiveliness?.(this.writer.data, false);
  }
}
