import type net from 'node:net';
import type { VirtualWorld } from './virtual_world.js';

/** What a time limit needs of the world. */
export type Schedule = Pick<VirtualWorld, 'schedule' | 'cancel' | 'setKeepAlive'>;

/** `socket.setTimeout` in virtual time. */
export class SocketTimeout {
  #ms = 0;
  #handle = 0;

  constructor(
    private readonly socket: net.Socket,
    private readonly world: Schedule,
  ) {}

  set(ms: number): void {
    this.#ms = ms;
    this.refresh();
  }

  refresh(): void {
    if (this.#handle !== 0) this.world.cancel(this.#handle);
    this.#handle = 0;
    if (this.#ms <= 0) return;
    this.#handle = this.world.schedule(Math.trunc(this.#ms) * 1e6, () => {
      this.#handle = 0;
      this.socket.emit('timeout');
    });
    this.world.setKeepAlive?.(this.#handle, false);
  }
}
