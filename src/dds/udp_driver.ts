/** Drives a participant with UDP sockets, in the thread that calls it. */
import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { OrreryError } from '../errors/index.js';
import { isMulticast, type Locator, PORTS } from './locator.js';
import {
  chooseInterfaces,
  type InterfaceAddress,
  isNear,
  rankLocator,
} from './network_interfaces.js';
import { Participant } from './participant.js';
import { newPrefix } from './participant_options.js';
import { groupOf, targetsOf, type UdpOptions } from './udp_options.js';

/** Bytes to send before the sockets are read again. */
const BURST_BYTES = 256 * 1024;
/** Bytes queued in the kernel beyond which sending waits. */
const MAX_SEND_QUEUE_BYTES = 4 * 1024 * 1024;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const MAX_INDEX = 119;
const NEVER = Number.POSITIVE_INFINITY;

interface Port {
  readonly socket: Socket;
  readonly from: InterfaceAddress;
}

export class UdpDriver {
  /** Sockets' errors, by code. */
  readonly errors = new Map<string, number>();
  sent = 0;
  #participant!: Participant;
  #ports: Port[] = [];
  #groups: Socket[] = [];
  #isFlushing = false;
  #timer: NodeJS.Timeout | undefined;
  #timerDue = NEVER;
  #isClosed = false;
  readonly #start = performance.now();
  readonly #options: UdpOptions;
  readonly #flushNow = () => this.#flush();

  private constructor(options: UdpOptions) {
    this.#options = options;
  }

  /**
   * Opens sockets and announces a participant.
   * @throws `ORR_DDS_INTERFACE`, `ORR_DDS_PORTS`, `ORR_DDS_DOMAIN`, `ORR_DDS_PEER`
   */
  static async open(options: UdpOptions): Promise<UdpDriver> {
    const driver = new UdpDriver(options);
    try {
      await driver.#open();
    } catch (error) {
      driver.#closeSockets();
      throw error;
    }
    return driver;
  }

  get participant(): Participant {
    return this.#participant;
  }

  /** Bytes that the kernel gives to a socket for what arrives. */
  get receiveBuffer(): number {
    return this.#ports[0]?.socket.getRecvBufferSize() ?? 0;
  }

  /** The time to hand to the participant: ns since the driver was made. */
  now(): number {
    return Math.floor((performance.now() - this.#start) * 1e6);
  }

  async #open(): Promise<void> {
    const { domain, interfaces = [], multicast = true } = this.#options;
    const chosen = chooseInterfaces(interfaces);
    const port = await this.#bindUnicast(chosen);
    if (multicast) await this.#joinGroups(chosen);
    const isLocal = chosen.every(({ isLoopback }) => isLoopback);
    const { userData, name, lease, listener, ignoreOwn = false } = this.#options;
    this.#participant = new Participant(
      {
        domain,
        prefix: newPrefix(randomBytes(10)),
        epoch: BigInt(Date.now()) * 1_000_000n - BigInt(this.now()),
        metatraffic: chosen.map(({ address }) => ({ address, port })),
        metatrafficMulticast: multicast ? [groupOf(domain)] : [],
        targets: targetsOf(this.#options),
        maxDatagram: this.#options.maxDatagram ?? (isLocal ? 60_000 : 1344),
        rank: (locator) => rankLocator(locator, chosen),
        ignoreOwn,
        ...(userData === undefined ? {} : { userData }),
        ...(name === undefined ? {} : { name }),
        ...(lease === undefined ? {} : { lease }),
        ...(listener === undefined ? {} : { listener }),
      },
      this.now(),
    );
    this.wake();
  }

  /** Takes the first index whose port is free on all interfaces. */
  async #bindUnicast(chosen: readonly InterfaceAddress[]): Promise<number> {
    const { places = MAX_INDEX + 1 } = this.#options;
    for (let index = 0; index < places; index++) {
      const port = PORTS.spdpUnicast(this.#options.domain, index);
      const ports = await Promise.all(
        chosen.map(async (from) => ({ from, socket: await this.#socket(port, from.address) })),
      );
      const bound = ports.filter((each): each is Port => each.socket !== undefined);
      if (bound.length === chosen.length) {
        this.#ports = bound;
        for (const { socket, from } of bound) this.#prepare(socket, from);
        return port;
      }
      for (const { socket } of bound) socket.close();
    }
    throw new OrreryError(
      'ORR_DDS_PORTS',
      `All ports of domain ${this.#options.domain} are taken; end other participants, or use another domain.`,
    );
  }

  /** A bound socket; `undefined` when the port is taken. */
  #socket(port: number, address: string, shared = false): Promise<Socket | undefined> {
    const socket = createSocket({
      type: 'udp4',
      reuseAddr: shared,
      // Addresses are numeric, so the look-up is answered at once instead of in a later turn.
      lookup: (host, _options, done) => done(null, host, 4),
    });
    return new Promise((resolve, reject) => {
      socket.once('error', (error: NodeJS.ErrnoException) => {
        socket.close();
        if (error.code === 'EADDRINUSE') resolve(undefined);
        else reject(error);
      });
      socket.bind({ port, address, exclusive: !shared }, () => {
        socket.removeAllListeners('error');
        socket.on('error', (error) => this.#failed(error));
        socket.on('message', (bytes, from) => this.#receive(bytes, from));
        resolve(socket);
      });
    });
  }

  #prepare(socket: Socket, from: InterfaceAddress): void {
    try {
      socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
      socket.setSendBufferSize(RECEIVE_BUFFER_BYTES);
      socket.setMulticastInterface(from.address);
      socket.setMulticastLoopback(true);
      socket.setMulticastTTL(from.isLoopback ? 0 : 1);
    } catch (error) {
      this.#failed(error as NodeJS.ErrnoException);
    }
  }

  async #joinGroups(chosen: readonly InterfaceAddress[]): Promise<void> {
    const { address, port } = groupOf(this.#options.domain);
    // Bound to the group where that is possible: nothing else can then arrive there.
    const bindTo = process.platform === 'linux' ? address : '0.0.0.0';
    const socket = await this.#socket(port, bindTo, true);
    if (socket === undefined) return;
    this.#groups = [socket];
    for (const from of chosen) {
      try {
        socket.addMembership(address, from.address);
      } catch (error) {
        // Some containers have no multicast; unicast peers are still found.
        this.#failed(error as NodeJS.ErrnoException);
      }
    }
  }

  #failed(error: NodeJS.ErrnoException): void {
    const code = error.code ?? 'unknown';
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  #receive(bytes: Uint8Array, _from: RemoteInfo): void {
    if (this.#options.filter?.(bytes, 'in') === false) return;
    this.#participant.handle(bytes, this.now());
    this.wake();
  }

  /** Schedules sending; to be called after writes. */
  wake(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    // Everything of this turn shares datagrams; everything that has arrived is handled first.
    setImmediate(this.#flushNow);
  }

  #flush(): void {
    this.#isFlushing = false;
    if (this.#isClosed) return;
    const now = this.now();
    if (this.#participant.nextDeadline() <= now) this.#participant.tick(now);
    if (this.#ports.some(({ socket }) => socket.getSendQueueSize() > MAX_SEND_QUEUE_BYTES)) {
      this.#isFlushing = true;
      setTimeout(this.#flushNow, 1);
      return;
    }
    this.#sendAll();
    if (this.#participant.hasOutgoing) this.wake();
    this.#setTimer();
  }

  #sendAll(): void {
    for (const { to, bytes } of this.#participant.takeOutgoing(BURST_BYTES)) {
      if (this.#options.filter?.(bytes, 'out') === false) continue;
      this.sent++;
      if (isMulticast(to)) for (const { socket } of this.#ports) this.#send(socket, bytes, to);
      else this.#send(this.#portTo(to.address).socket, bytes, to);
    }
  }

  #send(socket: Socket, bytes: Uint8Array, to: Locator): void {
    socket.send(bytes, to.port, to.address);
  }

  /** The socket of the interface that is nearest to an address. */
  #portTo(address: string): Port {
    if (this.#ports.length === 1) return this.#ports[0]!;
    return this.#ports.find(({ from }) => isNear(address, from)) ?? this.#ports[0]!;
  }

  #setTimer(): void {
    const due = this.#participant.nextDeadline();
    if (due >= this.#timerDue || due === NEVER) return;
    clearTimeout(this.#timer);
    this.#timerDue = due;
    const delay = Math.max(0, Math.ceil((due - this.now()) / 1e6));
    this.#timer = setTimeout(() => {
      this.#timerDue = NEVER;
      this.#flush();
    }, delay);
  }

  /** Announces the end and closes the sockets. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#participant.close(this.now());
    while (this.#participant.hasOutgoing) this.#sendAll();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // Waits until everything sent has left the process.
    while (this.#ports.some(({ socket }) => socket.getSendQueueSize() > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#closeSockets();
  }

  #closeSockets(): void {
    for (const socket of [...this.#ports.map((port) => port.socket), ...this.#groups]) {
      socket.close();
    }
    this.#ports = [];
    this.#groups = [];
  }
}
