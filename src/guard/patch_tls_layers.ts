import net from 'node:net';
import tls from 'node:tls';
import type { AnyFunction } from './holds.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';
import { type Schedule, SocketTimeout } from './socket_timeout.js';

/** What Node keeps in a TLS socket, under its own names. */
type Layer = Omit<net.Socket, 'connecting' | 'timeout'> & {
  connecting: boolean;
  timeout?: number;
};

/**
 * TLS above sockets of the run. Node regards a socket without a native handle as not yet connected,
 * and would wait forever; the layer's time limits are virtual, like the socket's.
 *
 * @param owns - whether a socket is connected within the run
 */
export function patchTlsLayers(
  patches: Patches,
  world: Schedule,
  owns: (socket: object) => boolean,
): void {
  const timeouts = new WeakMap<object, SocketTimeout>();
  const layers = tls.TLSSocket.prototype;
  const init = Reflect.get(layers, '_init') as AnyFunction;
  patches.methods(layers, {
    _init(this: Layer, below: net.Socket | undefined, ...more: unknown[]) {
      init.call(this, below, ...more);
      if (below === undefined || !owns(below)) return;
      this.connecting = below.connecting;
      timeouts.set(this, new SocketTimeout(this as net.Socket, world));
    },
  });
  const sockets = net.Socket.prototype;
  const setTimeout = sockets.setTimeout as AnyFunction;
  const heard = Reflect.get(sockets, '_unrefTimer') as AnyFunction;
  patches.methods(sockets, {
    setTimeout(this: Layer, ms: number, done?: () => void) {
      const timeout = isOutside() ? undefined : timeouts.get(this);
      if (timeout === undefined) return setTimeout.call(this, ms, done) as unknown;
      // Clears the real timeout that Node set while it made the layer, and its listener.
      setTimeout.call(this, 0, done);
      timeout.set(ms);
      this.timeout = ms;
      if (done !== undefined && ms > 0) this.once('timeout', done);
      return this;
    },
    _unrefTimer(this: Layer) {
      timeouts.get(this)?.refresh();
      heard.call(this);
    },
  });
}
