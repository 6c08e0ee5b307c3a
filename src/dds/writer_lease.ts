/** Whether a remote writer keeps the lease of its liveliness. */
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

  /** When it ends. */
  get end(): number {
    const { liveliness, livelinessLease } = this.writer.data.qos;
    const { heardAt } = this.writer.peer;
    // Whatever comes from a participant shows that those of its writers live that need not say so.
    const shown = liveliness === 'automatic' ? Math.max(this.assertedAt, heardAt) : this.assertedAt;
    return shown + livelinessLease;
  }

  /** The writer has shown that it is alive. */
  assert(now: number): void {
    this.assertedAt = now;
    if (this.isAlive) return;
    this.isAlive = true;
    this.reader.listener.onLiveliness?.(this.writer.data, true);
  }

  /** The writer has not shown that it is alive in time. */
  expire(): void {
    this.isAlive = false;
    this.reader.listener.onLiveliness?.(this.writer.data, false);
  }
}
