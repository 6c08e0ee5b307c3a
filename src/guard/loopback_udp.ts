import dgram from 'node:dgram';
import type { AnyFunction } from './holds.js';
import { isLocalHost, type Loopback } from './loopback.js';
import type { Patches } from './patches.js';

interface Remote {
  readonly port: number;
  readonly address: string;
}
type Callback = (...values: unknown[]) => void;

/** UDP between programs of the run; datagrams to other targets pass unchanged. */
export class LoopbackUdp {
  readonly #loopback: Loopback;
  readonly #ports = new WeakMap<dgram.Socket, number>();
  readonly #remotes = new WeakMap<dgram.Socket, Remote>();

  constructor(loopback: Loopback) {
    this.#loopback = loopback;
  }

  patch(patches: Patches): void {
    const close = dgram.Socket.prototype.close as AnyFunction;
    const self = this;
    patches.methods(dgram.Socket.prototype, {
      close(this: dgram.Socket, done?: Callback) {
        const port = self.#ports.get(this);
        if (port !== undefined) self.#loopback.forget(`udp:${port}`);
        self.#ports.delete(this);
        return close.call(this, done) as unknown;
      },
    });
  }

  /** Binds within the run. */
  bind(socket: dgram.Socket, values: unknown[]): boolean {
    const done = values.findLast((each) => typeof each === 'function') as Callback | undefined;
    const [first, second] = values;
    const options = typeof first === 'object' && first !== null ? (first as Partial<Remote>) : {};
    const port = Number(options.port ?? (typeof first === 'function' ? 0 : (first ?? 0)));
    const address = options.address ?? (typeof second === 'string' ? second : '0.0.0.0');
    if (done !== undefined) socket.once('listening', done);
    if (port !== 0 && this.#loopback.at(`udp:${port}`) !== undefined) {
      const text = `bind EADDRINUSE ${address}:${port}`;
      const error = Object.assign(new Error(text), { code: 'EADDRINUSE', syscall: 'bind' });
      this.#loopback.deliver(() => socket.emit('error', error));
      return true;
    }
    this.#take(socket, port === 0 ? this.#loopback.freePort('udp') : port, address);
    this.#loopback.deliver(() => {
      if (this.#ports.has(socket)) socket.emit('listening');
    });
    return true;
  }

  #take(socket: dgram.Socket, port: number, address: string): number {
    this.#ports.set(socket, port);
    this.#loopback.listen(`udp:${port}`, socket);
    const shown = { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port };
    Object.defineProperty(socket, 'address', { value: () => ({ ...shown }), configurable: true });
    return port;
  }

  /** Whether a socket of the run is bound there. */
  reaches({ port, address }: Remote): boolean {
    return isLocalHost(address) && this.#loopback.at(`udp:${port}`) !== undefined;
  }

  /** Sends within the run; false if the target is not in the run. */
  send(socket: dgram.Socket, values: unknown[]): boolean {
    const done = values.findLast((each) => typeof each === 'function') as Callback | undefined;
    const [message, ...rest] = values.filter((each) => each !== done);
    const numbers = rest.filter((each) => typeof each === 'number' || /^\d+$/.test(String(each)));
    const [offset, length] = numbers.length >= 3 ? numbers.map(Number) : [0, undefined];
    const connected = this.#remotes.get(socket);
    const to = connected ?? {
      port: Number(numbers.at(-1)),
      address: rest.find((each) => typeof each === 'string' && !/^\d+$/.test(each)) as string,
    };
    if (!this.reaches(to)) return false;
    const parts = (Array.isArray(message) ? message : [message]) as (string | Uint8Array)[];
    const whole = Buffer.concat(
      parts.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from(each))),
    );
    const bytes = whole.subarray(
      offset ?? 0,
      length === undefined ? undefined : (offset ?? 0) + length,
    );
    const from =
      this.#ports.get(socket) ?? this.#take(socket, this.#loopback.freePort('udp'), '0.0.0.0');
    this.#loopback.deliver(() => {
      const receiver = this.#loopback.at(`udp:${to.port}`) as dgram.Socket | undefined;
      const remote = { address: '127.0.0.1', family: 'IPv4', port: from, size: bytes.length };
      receiver?.emit('message', Buffer.from(bytes), remote);
    });
    if (done !== undefined) this.#loopback.deliver(() => done(null, bytes.length));
    return true;
  }

  /** Connects within the run; false if the target is not in the run. */
  connect(socket: dgram.Socket, [port, address, done]: unknown[]): boolean {
    const to = { port: Number(port), address: typeof address === 'string' ? address : '127.0.0.1' };
    if (!this.reaches(to)) return false;
    this.#remotes.set(socket, to);
    const callback = (typeof address === 'function' ? address : done) as Callback | undefined;
    if (callback !== undefined) socket.once('connect', callback);
    this.#loopback.deliver(() => socket.emit('connect'));
    return true;
  }
}
