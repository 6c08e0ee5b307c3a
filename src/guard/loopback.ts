import type { LeakReporter } from './leaks.js';
import { real } from './real.js';
import type { Settle, VirtualWorld } from './virtual_world.js';

const WHAT = 'the network within the run';
/** The first port that is assigned if a program requests any free one. */
const FIRST_FREE_PORT = 49_152;
const LOCAL = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|::|::1|::ffff:127(\.\d+){3}|)$/;
/**
 * Turns of the event loop in which nothing may happen before time advances: one for data that
 * arrived at a port of the thread since the last turn, one for its consequences.
 */
const QUIET_TURNS = 2;
/** Turns without a delivery after which Node's activity counts as endless. */
const MOST_TURNS = 100_000;

/** A listener at an address within the run. */
export interface Listener<Who> {
  readonly who: Who;
  readonly port: number;
}

/**
 * The network within a run: data between its programs never leaves the process. It
 * arrives at the virtual moment at which it was sent, in the order of sending.
 */
export class Loopback {
  readonly #queue: (() => void)[] = [];
  readonly #ports = new Map<string, unknown>();
  #nextPort = FIRST_FREE_PORT;
  #settle: Settle | undefined;
  #quiet = 0;
  #turns = 0;
  readonly #world: Pick<VirtualWorld, 'hold'>;
  readonly #leaks: Pick<LeakReporter, 'report'>;

  constructor(world: Pick<VirtualWorld, 'hold'>, leaks: Pick<LeakReporter, 'report'>) {
    this.#world = world;
    this.#leaks = leaks;
  }

  /** Runs `action` in its own macrotask, after all earlier actions. */
  deliver(action: () => void): void {
    this.#queue.push(action);
    if (this.#settle === undefined) {
      this.#quiet = 0;
      this.#settle = this.#world.hold(WHAT);
      real.setImmediate(this.#turn);
    }
  }

  /** Holds time until Node has passed on the data in its own queues. */
  settle(): void {
    this.deliver(() => {});
  }

  readonly #turn = (): void => {
    const action = this.#queue.shift();
    this.#turns = action === undefined ? this.#turns + 1 : 0;
    this.#quiet = action === undefined && isNodeIdle() ? this.#quiet + 1 : 0;
    if (this.#turns > MOST_TURNS) this.#leaks.report('unanswered', WHAT, true);
    if (this.#quiet > QUIET_TURNS || this.#turns > MOST_TURNS) {
      const settle = this.#settle;
      this.#settle = undefined;
      settle?.(() => {});
      return;
    }
    real.setImmediate(this.#turn);
    action?.();
  };

  /** Makes `who` listen at `address` (`tcp:80`, a path …); false if the address is taken. */
  listen(address: string, who: unknown): boolean {
    if (this.#ports.has(address)) return false;
    this.#ports.set(address, who);
    return true;
  }

  forget(address: string): void {
    this.#ports.delete(address);
  }

  /** The listener at an address. */
  at(address: string): unknown {
    return this.#ports.get(address);
  }

  /** All who listen over this protocol. */
  all(protocol: 'tcp' | 'udp'): unknown[] {
    const addresses = [...this.#ports].filter(([address]) => address.startsWith(`${protocol}:`));
    return addresses.map(([, who]) => who);
  }

  /** A free port. */
  freePort(protocol: 'tcp' | 'udp'): number {
    while (this.#ports.has(`${protocol}:${this.#nextPort}`)) this.#nextPort += 1;
    return this.#nextPort++;
  }
}

/** That of the run which this thread makes. */
let present: Loopback | undefined;

/** Whether a server of the run of this thread listens at an address (`tcp:80`, a path …). */
export function listensInRun(address: string): boolean {
  return present?.at(address) !== undefined;
}

/** The network within the run that a thread makes at present. */
export class PresentLoopback {
  #network!: Loopback;

  get network(): Loopback {
    return this.#network;
  }

  set network(network: Loopback) {
    this.#network = network;
    present = network;
  }

  /** See {@link Loopback.settle}. */
  settle(): void {
    this.network.settle();
  }
}

/** Whether a name or address of a host refers to this machine; undefined does. */
export function isLocalHost(host: unknown): boolean {
  return host === undefined || host === null || LOCAL.test(String(host));
}

/**
 * Whether no immediate of Node's JavaScript or native parts is pending: the layers above a socket
 * (TLS, HTTP/2, fetch) use them to pass on data from turn to turn. Immediates of user code are
 * virtual.
 */
function isNodeIdle(): boolean {
  return !real.activeResources.call(process).includes('Immediate');
}
