/** Drives a participant with UDP sockets, in the thread that calls it. */
import { randomBytes } from 'node:crypto';
import { rankLocator } from './network_interfaces.js';
import { Participant } from './participant.js';
import { newPrefix } from './participant_options.js';
import { groupOf, targetsOf, type UdpOptions } from './udp_options.js';
import { UdpSockets } from './udp_sockets.js';

/** Bytes to send before the sockets are read again. */
const BURST_BYTES = 256 * 1024;
/** How often the interfaces of the machine are checked. */
const INTERFACE_PERIOD_MS = 1000;
/** Bytes that the kernel adds to each waiting datagram. */
const DATAGRAM_OVERHEAD = 1280;
const NEVER = Number.POSITIVE_INFINITY;

export class UdpDriver {
  sent = 0;
  /** Bytes that have arrived, including what the kernel at least adds to each datagram in {@link receiveBuffer}. */
  received = 0;
  #participant!: Participant;
  #poll: NodeJS.Timeout | undefined;
  #isFlushing = false;
  /** Datagrams of this turn of the event loop. */
  #arrivals = 0;
  /** Whether at most one datagram arrived in the previous turn. */
  #isQuiet = true;
  #timer: NodeJS.Timeout | undefined;
  #timerDue = NEVER;
  #isClosed = false;
  readonly #start = performance.now();
  readonly #options: UdpOptions;
  readonly #sockets: UdpSockets;
  readonly #endTurn = () => {
    this.#isFlushing = false;
    this.#isQuiet = this.#arrivals <= 1;
    this.#arrivals = 0;
    this.#flush();
  };

  private constructor(options: UdpOptions) {
    this.#options = options;
    this.#sockets = new UdpSockets(options, (bytes) => this.#receive(bytes));
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
      driver.#sockets.close();
      throw error;
    }
    return driver;
  }

  get participant(): Participant {
    return this.#participant;
  }

  /** Size of the kernel's receive buffer for a socket, in bytes. */
  get receiveBuffer(): number {
    return this.#sockets.receiveBuffer;
  }

  /** Sockets' errors, by code. */
  get errors(): ReadonlyMap<string, number> {
    return this.#sockets.errors;
  }

  /** The time to hand to the participant: ns since the driver was made. */
  now(): number {
    return Math.floor((performance.now() - this.#start) * 1e6);
  }

  async #open(): Promise<void> {
    const { domain, multicast = true } = this.#options;
    await this.#sockets.open();
    const isLocal = this.#sockets.addresses.every(({ isLoopback }) => isLoopback);
    const { userData, name, lease, listener, keepsSilent, ignoreOwn = false, only } = this.#options;
    this.#participant = new Participant(
      {
        domain,
        prefix: newPrefix(randomBytes(10)),
        epoch: BigInt(Date.now()) * 1_000_000n - BigInt(this.now()),
        metatraffic: this.#sockets.locators,
        metatrafficMulticast: multicast ? [groupOf(domain)] : [],
        targets: targetsOf(this.#options),
        maxDatagram: this.#options.maxDatagram ?? (isLocal ? 60_000 : 1344),
        rank: (locator) => rankLocator(locator, this.#sockets.addresses, this.#sockets.machine),
        scatters: true,
        ignoreOwn,
        ...(userData === undefined ? {} : { userData }),
        ...(name === undefined ? {} : { name }),
        ...(lease === undefined ? {} : { lease }),
        ...(listener === undefined ? {} : { listener }),
        ...(keepsSilent === undefined ? {} : { keepsSilent }),
        ...(only === undefined ? {} : { only }),
      },
      this.now(),
    );
    this.#followInterfaces();
    this.wake();
  }

  #receive(bytes: Uint8Array): void {
    this.received += bytes.length + DATAGRAM_OVERHEAD;
    const { impair } = this.#options;
    if (impair === undefined) this.#handle(bytes);
    else this.#impaired(impair(bytes, 'in'), () => this.#handle(bytes));
  }

  #handle(bytes: Uint8Array): void {
    this.#arrivals++;
    this.#participant.handle(bytes, this.now());
    // A turn in which nothing is sent and no timer set needs no end.
    if (!this.#isFlushing && !this.#isDue) {
      this.#arrivals = 0;
      return;
    }
    // While datagrams come one at a time, an answer does not wait until the socket is found empty.
    const isAlone = this.#isQuiet && this.#arrivals === 1;
    if (isAlone && this.#participant.hasOutgoing) this.#flush();
    this.wake();
  }

  /** Whether there is something to send, or a timer to set. */
  get #isDue(): boolean {
    const { hasOutgoing } = this.#participant;
    return hasOutgoing || this.#participant.nextDeadline() < this.#timerDue;
  }

  #impaired(delays: readonly number[], action: () => void): void {
    for (const delay of delays) {
      if (delay === 0) action();
      else setTimeout(() => this.#isClosed || action(), delay);
    }
  }

  /** Checks the interfaces for changes from time to time. */
  #followInterfaces(): void {
    this.#poll = setTimeout(async () => {
      const isChanged = await this.#sockets.follow();
      if (this.#isClosed) return;
      // Without any address there is nothing to announce, and nobody who could hear it.
      if (isChanged && this.#sockets.addresses.length > 0) this.#relocate();
      this.#followInterfaces();
    }, INTERFACE_PERIOD_MS).unref();
  }

  #relocate(): void {
    const to = { metatraffic: this.#sockets.locators, targets: targetsOf(this.#options) };
    this.#participant.relocate(to, this.now());
    this.wake();
  }

  /** Schedules sending; to be called after writes. */
  wake(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    // Everything of this turn shares datagrams; everything that has arrived is handled first.
    setImmediate(this.#endTurn);
  }

  /** Sends at once what was written, instead of at the end of this turn. */
  flush(): void {
    this.#flush();
  }

  #flush(): void {
    if (this.#isClosed) return;
    const now = this.now();
    if (this.#participant.nextDeadline() <= now) this.#participant.tick(now);
    if (this.#sockets.isCongested) {
      this.#isFlushing = true;
      setTimeout(this.#endTurn, 1);
      return;
    }
    this.#sendAll();
    if (this.#participant.hasOutgoing) this.wake();
    this.#setTimer();
  }

  #sendAll(): void {
    const { impair } = this.#options;
    for (const { to, bytes, rest } of this.#participant.takeOutgoing(BURST_BYTES)) {
      this.sent++;
      const parts = rest.length === 0 ? bytes : [bytes, ...rest];
      if (impair === undefined) this.#sockets.send(parts, to);
      else {
        const whole = Buffer.concat([bytes, ...rest]);
        this.#impaired(impair(whole, 'out'), () => this.#sockets.send(whole, to));
      }
    }
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
    clearTimeout(this.#poll);
    await this.#sockets.sent();
    this.#sockets.close();
  }
}
