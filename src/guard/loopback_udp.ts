import dgram from 'node:dgram';
import type { AnyFunction } from './holds.js';
import { isLocalHost, type Loopback, type PresentLoopback } from './loopback.js';
import type { Patches } from './patches.js';

interface Remote {
  readonly port: number;
  readonly address: string;
}
type Callback = (...values: unknown[]) => void;

/** Settings of a real socket. Within the run they have no effect; a socket that leaves it gets them then. */
const SETTINGS = [
  ...['addMembership', 'addSourceSpecificMembership', 'dropMembership'],
  ...['dropSourceSpecificMembership', 'setBroadcast', 'setMulticastInterface'],
  ...[
    'setMulticastLoopback',
    'setMulticastTTL',
    'setRecvBufferSize',
    'setSendBufferSize',
    'setTTL',
  ],
] as const;
/** Settings that return their argument. */
const RETURNING: ReadonlySet<string> = new Set([
  'setMulticastLoopback',
  'setMulticastTTL',
  'setTTL',
]);

/** How a socket of the run is bound. */
interface Binding {
  readonly port: number;
  /** The options that its program gave. */
  readonly asked: Partial<Remote>;
  readonly settings: (() => void)[];
  isListening: boolean;
}

/** UDP between programs of the run; datagrams to other targets pass through a real socket. */
export class LoopbackUdp {
  readonly #present: PresentLoopback;
  readonly #bindings = new WeakMap<dgram.Socket, Binding>();
  /** Sockets that are really bound, because they have sent to the outside. */
  readonly #outside = new Set<dgram.Socket>();
  readonly #bindReally = dgram.Socket.prototype.bind as AnyFunction;
  readonly #remotes = new WeakMap<dgram.Socket, Remote>();

  constructor(present: PresentLoopback) {
    this.#present = present;
  }

  get #loopback(): Loopback {
    return this.#present.network;
  }

  patch(patches: Patches): void {
    const close = dgram.Socket.prototype.close as AnyFunction;
    const self = this;
    patches.methods(dgram.Socket.prototype, {
      close(this: dgram.Socket, done?: Callback) {
        const port = self.#bindings.get(this)?.port;
        if (port !== undefined) self.#loopback.forget(`udp:${port}`);
        self.#bindings.delete(this);
        self.#outside.delete(this);
        return close.call(this, done) as unknown;
      },
    });
    for (const name of SETTINGS) this.#patchSetting(patches, name);
    // Node aborts if a datagram arrives in a thread that is being ended, and the next run must find no
    // open socket.
    patches.eachRun(() => {
      patches.onRestore(() => {
        const open = new Set([...this.#outside, ...this.#loopback.all('udp')] as dgram.Socket[]);
        this.#outside.clear();
        for (const socket of open) {
          socket.removeAllListeners('close');
          close.call(socket);
        }
      });
    });
  }

  #patchSetting(patches: Patches, name: (typeof SETTINGS)[number]): void {
    const set = dgram.Socket.prototype[name] as AnyFunction;
    const self = this;
    patches.methods(dgram.Socket.prototype, {
      [name](this: dgram.Socket, ...values: unknown[]) {
        const binding = self.#bindings.get(this);
        if (binding === undefined || self.#outside.has(this))
          return set.apply(this, values) as unknown;
        binding.settings.push(() => set.apply(this, values));
        return RETURNING.has(name) ? values[0] : undefined;
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
    const given = options.address ?? (typeof second === 'string' ? second : undefined);
    const asked = { port, ...(given !== undefined && { address: given }) };
    this.#take(socket, port === 0 ? this.#loopback.freePort('udp') : port, address, asked);
    this.#loopback.deliver(() => {
      const binding = this.#bindings.get(socket);
      // A real socket reports its address itself.
      if (binding === undefined || this.#outside.has(socket)) return;
      binding.isListening = true;
      socket.emit('listening');
    });
    return true;
  }

  #take(socket: dgram.Socket, port: number, address: string, asked: Partial<Remote> = {}): number {
    this.#bindings.set(socket, { port, asked, settings: [], isListening: false });
    this.#loopback.listen(`udp:${port}`, socket);
    const shown = { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port };
    Object.defineProperty(socket, 'address', { value: () => ({ ...shown }), configurable: true });
    return port;
  }

  /**
   * Gives the socket a real port to send to the outside: the port that its program requested, if any. Otherwise Node
   * would bind it within the run again and again.
   */
  #leave(socket: dgram.Socket): void {
    if (this.#outside.has(socket)) return;
    this.#outside.add(socket);
    const { asked = {}, settings = [], isListening = false } = this.#bindings.get(socket) ?? {};
    // Listeners that already know that the socket listens are not called again.
    const told = isListening ? socket.rawListeners('listening') : [];
    for (const listener of told) socket.off('listening', listener as Callback);
    socket.once('listening', () => {
      for (const listener of told) socket.on('listening', listener as Callback);
      for (const set of settings) set();
    });
    Reflect.deleteProperty(socket, 'address');
    this.#bindReally.call(socket, { port: 0, ...asked, exclusive: true });
  }

  /** Whether a socket of the run is bound there. */
  reaches({ port, address }: Remote): boolean {
    return isLocalHost(address) && this.#loopback.at(`udp:${port}`) !== undefined;
  }

  /** Sends within the run; false if the target is not in the run, so that the socket must send to the outside. */
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
    if (!this.reaches(to)) {
      this.#leave(socket);
      return false;
    }
    const parts = (Array.isArray(message) ? message : [message]) as (string | Uint8Array)[];
    const whole = Buffer.concat(
      parts.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from(each))),
    );
    const bytes = whole.subarray(
      offset ?? 0,
      length === undefined ? undefined : (offset ?? 0) + length,
    );
    const from =
      this.#bindings.get(socket)?.port ??
      this.#take(socket, this.#loopback.freePort('udp'), '0.0.0.0');
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
    if (!this.reaches(to)) {
      this.#leave(socket);
      return false;
    }
    this.#remotes.set(socket, to);
    const callback = (typeof address === 'function' ? address : done) as Callback | undefined;
    if (callback !== undefined) socket.once('connect', callback);
    this.#loopback.deliver(() => socket.emit('connect'));
    return true;
  }
}
