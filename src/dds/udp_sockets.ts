/** The sockets of a participant: one for each address it uses, and one for the group of its domain. */
import { createSocket, type Socket } from 'node:dgram';
import { OrreryError } from '../errors/index.js';
import { MAX_PARTICIPANT_INDEX, MAX_SEND_QUEUE_BYTES, SOCKET_BUFFER_BYTES } from './limits.js';
import { isMulticast, type Locator, PORTS } from './locator.js';
import {
  chooseInterfaces,
  type InterfaceAddress,
  interfaceAddresses,
  isNear,
  presentInterfaces,
} from './network_interfaces.js';
import { groupOf, type UdpOptions } from './udp_options.js';

interface Port {
  readonly socket: Socket;
  readonly from: InterfaceAddress;
  readonly number: number;
}

export class UdpSockets {
  /** Errors, by code. */
  readonly errors = new Map<string, number>();
  /** All addresses of this machine when they were last checked. */
  machine: readonly InterfaceAddress[] = interfaceAddresses();
  #ports: Port[] = [];
  #group: Socket | undefined;
  #isClosed = false;
  readonly #options: UdpOptions;
  readonly #onDatagram: (bytes: Uint8Array) => void;

  constructor(options: UdpOptions, onDatagram: (bytes: Uint8Array) => void) {
    this.#options = options;
    this.#onDatagram = onDatagram;
  }

  /** The addresses that are in use now. */
  get addresses(): InterfaceAddress[] {
    return this.#ports.map(({ from }) => from);
  }

  /** Where others reach this participant. */
  get locators(): Locator[] {
    return this.#ports.map(({ from, number }) => ({ address: from.address, port: number }));
  }

  /** Size of the kernel's receive buffer for a socket, in bytes. */
  get receiveBuffer(): number {
    return this.#ports[0]?.socket.getRecvBufferSize() ?? 0;
  }

  /**
   * Opens all sockets.
   * @throws `ORR_DDS_INTERFACE`, `ORR_DDS_PORTS`
   */
  async open(): Promise<void> {
    const {
      domain,
      interfaces = [],
      multicast = true,
      places = MAX_PARTICIPANT_INDEX + 1,
    } = this.#options;
    const chosen = chooseInterfaces(interfaces);
    for (let index = 0; index < places && this.#ports.length === 0; index++) {
      this.#ports = (await this.#bindAll(chosen, PORTS.spdpUnicast(domain, index))) ?? [];
    }
    if (this.#ports.length === 0) {
      throw new OrreryError(
        'ORR_DDS_PORTS',
        `All ports of domain ${domain} are taken; end other participants, or use another domain.`,
      );
    }
    if (multicast) await this.#openGroup();
  }

  /**
   * Follows changes since the last call: closes the sockets of addresses that are gone, opens sockets for new
   * ones, and joins the group there.
   * @returns whether anything changed
   */
  async follow(): Promise<boolean> {
    this.machine = interfaceAddresses();
    const present = presentInterfaces(this.#options.interfaces ?? [], this.machine);
    const isThere = ({ from }: Port) => present.some((each) => isSame(each, from));
    const gone = this.#ports.filter((port) => !isThere(port));
    this.#ports = this.#ports.filter(isThere);
    for (const { socket, from } of gone) {
      this.#changeMembership('dropMembership', from);
      socket.close();
    }
    const added = present.filter((each) => !this.#ports.some(({ from }) => isSame(each, from)));
    for (const from of added) await this.#add(from);
    return gone.length + added.length > 0;
  }

  async #add(from: InterfaceAddress): Promise<void> {
    const { domain, places = MAX_PARTICIPANT_INDEX + 1 } = this.#options;
    for (let index = 0; index < places; index++) {
      const bound = await this.#bindAll([from], PORTS.spdpUnicast(domain, index)).catch(
        // The address may have gone again meanwhile; the next call sees that.
        (error: NodeJS.ErrnoException) => this.#failed(error),
      );
      if (bound === undefined) continue;
      if (this.#isClosed) for (const { socket } of bound) socket.close();
      else this.#ports.push(...bound);
      break;
    }
    this.#changeMembership('addMembership', from);
  }

  /** Sockets at one port of some addresses; `undefined` when it is taken at any of them. */
  async #bindAll(
    addresses: readonly InterfaceAddress[],
    number: number,
  ): Promise<Port[] | undefined> {
    const made = await Promise.all(
      addresses.map(async (from) => {
        const socket = await this.#socket(number, from.address);
        return socket === undefined ? undefined : { from, socket, number };
      }),
    );
    const bound = made.filter((port) => port !== undefined);
    if (bound.length < addresses.length) {
      for (const { socket } of bound) socket.close();
      return undefined;
    }
    for (const port of bound) this.#prepare(port);
    return bound;
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
        socket.on('message', this.#onDatagram);
        resolve(socket);
      });
    });
  }

  #prepare({ socket, from }: Port): void {
    try {
      socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
      socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
      socket.setMulticastInterface(from.address);
      socket.setMulticastLoopback(true);
      socket.setMulticastTTL(from.isLoopback ? 0 : 1);
    } catch (error) {
      this.#failed(error as NodeJS.ErrnoException);
    }
  }

  async #openGroup(): Promise<void> {
    const { address, port } = groupOf(this.#options.domain);
    // Bound to the group where that is possible: nothing else can then arrive there.
    const bindTo = process.platform === 'linux' ? address : '0.0.0.0';
    this.#group = await this.#socket(port, bindTo, true);
    for (const { from } of this.#ports) this.#changeMembership('addMembership', from);
  }

  #changeMembership(change: 'addMembership' | 'dropMembership', at: InterfaceAddress): void {
    try {
      this.#group?.[change](groupOf(this.#options.domain).address, at.address);
    } catch (error) {
      // A removed interface has lost its membership; one whose link was merely down has kept it.
      if (change === 'dropMembership') return;
      // Some containers have no multicast; unicast peers are still found.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
        this.#failed(error as NodeJS.ErrnoException);
      }
    }
  }

  #failed(error: NodeJS.ErrnoException): undefined {
    const code = error.code ?? 'unknown';
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  /** Whether sending should pause. */
  get isCongested(): boolean {
    return this.#ports.some(({ socket }) => socket.getSendQueueSize() > MAX_SEND_QUEUE_BYTES);
  }

  /** Sends a datagram; without any interface it is lost, as on a network that drops it. */
  send(bytes: Uint8Array | readonly Uint8Array[], { address, port }: Locator): void {
    if (isMulticast({ address, port })) {
      for (const { socket } of this.#ports) socket.send(bytes, port, address);
    } else this.#portTo(address)?.socket.send(bytes, port, address);
  }

  /** The socket of the interface that is nearest to an address. */
  #portTo(address: string): Port | undefined {
    if (this.#ports.length === 1) return this.#ports[0];
    return this.#ports.find(({ from }) => isNear(address, from)) ?? this.#ports[0];
  }

  /** Resolves when everything sent has left the process. */
  async sent(): Promise<void> {
    while (this.#ports.some(({ socket }) => socket.getSendQueueSize() > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { socket } of this.#ports) socket.close();
    this.#group?.close();
    this.#ports = [];
    this.#group = undefined;
  }
}

function isSame(a: InterfaceAddress, b: InterfaceAddress): boolean {
  return a.name === b.name && a.address === b.address && a.mask === b.mask;
}
