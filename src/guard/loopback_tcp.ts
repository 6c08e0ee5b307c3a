import net from 'node:net';
import tls from 'node:tls';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import { isLocalHost, type Loopback, type PresentLoopback } from './loopback.js';
import { isOutside } from './outside.js';
import { patchTlsLayers } from './patch_tls_layers.js';
import type { Patches } from './patches.js';
import { type Schedule, SocketTimeout } from './socket_timeout.js';

/** The arguments of `connect` and `listen`, as Node normalises them. */
interface Target {
  readonly port?: number | string;
  readonly host?: string;
  readonly path?: string;
  readonly fd?: number;
  readonly socket?: unknown;
}
type Normalised = [Target, ((...values: unknown[]) => void) | null];

/** Internal members of Node's sockets and servers. */
type Socket = Omit<net.Socket, 'connecting'> & {
  connecting: boolean;
  _server?: Server;
  server?: Server;
};
interface Server extends net.Server {
  _connections: number;
  _emitCloseIfDrained(): void;
  readonly allowHalfOpen?: boolean;
}

const normalise = Reflect.get(net, '_normalizeArgs') as (values: unknown[]) => Normalised;

/** The arguments of `connect` or `listen`; Node calls itself with normalised ones. */
export function targetOf(values: unknown[]): Normalised {
  return Array.isArray(values[0]) ? (values[0] as Normalised) : normalise(values);
}

/** The address of a target within the run, if it is one. */
function loopbackAddress({ path, port, host, fd }: Target): string | undefined {
  if (typeof path === 'string') return path;
  if (fd !== undefined || port === undefined || !isLocalHost(host)) return undefined;
  return `tcp:${Number(port)}`;
}

/** TCP and Unix sockets between programs of the run. */
export class LoopbackTcp {
  readonly #present: PresentLoopback;
  readonly #world: Schedule;
  readonly #reachable: () => boolean;
  readonly #addresses = new WeakMap<net.Server, string>();
  readonly #sockets = new WeakSet<object>();

  /** @param reachable - whether servers also accept clients outside the run */
  constructor(present: PresentLoopback, world: Schedule, reachable: () => boolean) {
    this.#present = present;
    this.#world = world;
    this.#reachable = reachable;
  }

  get #loopback(): Loopback {
    return this.#present.network;
  }

  /** Whether a server of the run listens there. */
  reaches(target: Target): boolean {
    const address = loopbackAddress(target);
    return address !== undefined && this.#loopback.at(address) !== undefined;
  }

  patch(patches: Patches, leaks: LeakReporter): void {
    const listen = net.Server.prototype.listen as AnyFunction;
    const close = net.Server.prototype.close as AnyFunction;
    const self = this;
    patches.methods(net.Server.prototype, {
      listen(this: Server, ...values: unknown[]) {
        if (isOutside()) return listen.apply(this, values) as unknown;
        if (!self.#reachable() && self.#listen(this, targetOf(values))) return this;
        leaks.report('network', 'net.Server.listen');
        // Programs of the run still reach it within the run.
        this.once('listening', () => self.#register(this, this.address()));
        return listen.apply(this, values) as unknown;
      },
      close(this: Server, done?: (error?: Error) => void) {
        return self.#close(this, done) ? this : (close.call(this, done) as unknown);
      },
    });
    patchTlsLayers(patches, this.#world, (socket) => this.owns(socket));
    const connect = tls.connect as AnyFunction;
    patches.methods(tls, {
      connect(...values: unknown[]) {
        const [target, done] = targetOf(values);
        const last = values.findLast((each) => typeof each === 'object' && each !== null);
        if (target.socket !== undefined || !self.reaches(target)) return connect(...values);
        const options = {
          ...(last as object),
          ...target,
          socket: net.connect(target as net.NetConnectOpts),
        };
        return connect(options, ...(done === null ? [] : [done]));
      },
    });
  }

  #listen(server: Server, [target, done]: Normalised): boolean {
    const { port, path, host } = target;
    const free = path === undefined && (port === undefined || Number(port) === 0);
    const given = { ...target, port: free ? this.#loopback.freePort('tcp') : port };
    // A server that listens at an address of the machine also listens within the run.
    const address = path ?? (target.fd === undefined ? `tcp:${Number(given.port)}` : undefined);
    if (address === undefined || this.#addresses.has(server)) return false;
    if (done !== null) server.once('listening', done);
    if (!this.#loopback.listen(address, server)) {
      const text = `listen EADDRINUSE: address already in use ${address.replace('tcp', ':')}`;
      const error = Object.assign(new Error(text), { code: 'EADDRINUSE', syscall: 'listen' });
      this.#loopback.deliver(() => server.emit('error', error));
      return true;
    }
    this.#addresses.set(server, address);
    const shown = path ?? {
      address: host ?? '::',
      family: family(host ?? '::'),
      port: Number(given.port),
    };
    Object.defineProperties(server, {
      listening: { value: true, configurable: true, writable: true },
      address: { value: () => shown, configurable: true, writable: true },
    });
    this.#loopback.deliver(() => {
      if (this.#addresses.has(server)) server.emit('listening');
    });
    return true;
  }

  #register(server: Server, shown: ReturnType<net.Server['address']>): void {
    const address = typeof shown === 'string' ? shown : `tcp:${shown?.port}`;
    this.#loopback.listen(address, server);
    server.once('close', () => this.#loopback.forget(address));
  }

  #close(server: Server, done?: (error?: Error) => void): boolean {
    const address = this.#addresses.get(server);
    if (address === undefined) return false;
    this.#addresses.delete(server);
    this.#loopback.forget(address);
    Reflect.deleteProperty(server, 'listening');
    Reflect.deleteProperty(server, 'address');
    if (done !== undefined) server.once('close', done);
    server._emitCloseIfDrained();
    return true;
  }

  /** Connects `client` to the server of the run at its target; false if there is none. */
  connect(client: Socket, values: unknown[]): boolean {
    const [target, done] = targetOf(values);
    if (!this.reaches(target) || (client as object) instanceof tls.TLSSocket) return false;
    const server = this.#loopback.at(loopbackAddress(target)!) as Server;
    const accepted = new net.Socket({ allowHalfOpen: server.allowHalfOpen ?? false }) as Socket;
    const at = { address: '127.0.0.1', family: 'IPv4', port: Number(target.port) };
    const from = { ...at, port: this.#loopback.freePort('tcp') };
    if (done !== null) client.once('connect', done);
    client.connecting = true;
    this.#join(client, accepted, from, at);
    this.#join(accepted, client, at, from);
    this.#loopback.deliver(() => {
      if (client.destroyed) return;
      server._connections += 1;
      accepted.server = server;
      accepted._server = server;
      server.emit('connection', accepted);
    });
    this.#loopback.deliver(() => {
      if (client.destroyed) return;
      client.connecting = false;
      client.emit('connect');
      client.emit('ready');
    });
    return true;
  }

  /** Whether the socket is connected within the run. */
  owns(socket: object): boolean {
    return this.#sockets.has(socket);
  }

  /** Makes `socket` send everything to `peer` instead of the operating system. */
  #join(socket: Socket, peer: Socket, own: object, other: object): void {
    const loopback = this.#loopback;
    let written = 0;
    this.#sockets.add(socket);
    const hear = (chunk: Buffer | null) => {
      if (peer.destroyed || peer.readableEnded) return;
      touch(peer);
      peer.push(chunk);
      if (chunk === null) peer.read(0);
    };
    const when = (act: () => void) => {
      if (socket.connecting) socket.once('connect', act);
      else act();
    };
    const destroy = socket._destroy;
    const timeout = new SocketTimeout(socket, this.#world);
    const methods = {
      _writev: null,
      _read: () => {},
      _write: (data: string | Buffer, encoding: BufferEncoding, done: () => void) =>
        when(() => {
          const chunk = typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data);
          written += chunk.length;
          timeout.refresh();
          loopback.deliver(() => hear(chunk));
          loopback.deliver(done);
        }),
      _final: (done: () => void) =>
        when(() => {
          loopback.deliver(() => hear(null));
          done();
        }),
      _destroy: (error: Error | null, done: (error?: Error | null) => void) => {
        timeout.set(0);
        loopback.deliver(() => hear(null));
        destroy.call(socket, error, done);
      },
      _getsockname: () => own,
      _getpeername: () => other,
      _unrefTimer: () => timeout.refresh(),
      setTimeout: (ms: number, done?: () => void) => {
        timeout.set(ms);
        if (done !== undefined && ms > 0) socket.once('timeout', done);
        return socket;
      },
      ref: () => socket,
      unref: () => socket,
    };
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(socket, name, { value, configurable: true, writable: true });
    }
    Object.defineProperties(socket, {
      pending: { get: () => socket.connecting, configurable: true },
      bytesWritten: { get: () => written, configurable: true },
    });
  }
}

/** Resets a socket's timer because data arrived. */
function touch(socket: Socket): void {
  (Reflect.get(socket, '_unrefTimer') as () => void).call(socket);
}

function family(host: string): string {
  return host.includes(':') ? 'IPv6' : 'IPv4';
}
