import type { LeakRecord } from '../../guard/index.js';
import { real } from '../../guard/index.js';
import { DelayedAction, type Kernel, type Source } from '../../kernel/index.js';
import type { NetworkModel } from '../../models/index.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { corrupt, geometric } from '../protocol/bit_errors.js';
import { addressesOf } from '../windows/addresses.js';
import { TunDevice } from './tun_device.js';

export interface TunSourceOptions {
  readonly model: NetworkModel;
  readonly network: NetworkSimulator;
  readonly kernel: Kernel;
}

interface Arrived {
  readonly at: number;
  readonly from: number;
  readonly packet: Buffer;
}

/** The longest single sleep in ms; the run can be interrupted between two sleeps. */
const LONGEST_SLEEP_MS = 50;
/** Packets that may wait for virtual time; further ones are lost. */
const MAX_WAITING_PACKETS = 10_000;
/** Least packet: an IPv4 header. */
const HEADER_BYTES = 20;
const DESTINATION = 16;
/** Multicast begins at 224.0.0.0; the last of these addresses is that of broadcasts. */
const MULTICAST = 0xe0000000;

/**
 * Packets of real processes cross the network of a run: each agent with `tun` has a network namespace with a TUN
 * device. Virtual time keeps to the wall clock, since the timers of the processes do.
 */
export class TunSource implements Source {
  readonly #options: TunSourceOptions;
  readonly #addresses: readonly number[];
  /** Devices by agent; agents without real processes have none. */
  readonly #devices = new Map<number, TunDevice>();
  #opening: Promise<void> | undefined;
  #start: bigint | undefined;
  #last = -1;
  #arrived: Arrived[] = [];
  #wake: (() => void) | undefined;
  #failure: unknown;
  #count = 0;
  /** Number of commands that have not ended; undefined if there are none and processes may join by hand. */
  #running: number | undefined;

  constructor(options: TunSourceOptions) {
    this.#options = options;
    this.#addresses = addressesOf(options.model);
  }

  /** Whether a network has real processes. */
  static isNeeded({ agents }: NetworkModel): boolean {
    return Object.values(agents).some(({ tun }) => tun !== undefined);
  }

  /** Marks the run: it does not determine what real processes send, and when. */
  get leaks(): readonly LeakRecord[] {
    const names = [...this.#devices.keys()].map(
      (agent) => Object.keys(this.#options.model.agents)[agent],
    );
    if (names.length === 0) return [];
    const what = `packets of real processes at the TUN devices of ${names.join(', ')}`;
    return [{ kind: 'network', what, sinceStartNs: 0, count: Math.max(1, this.#count) }];
  }

  get #now(): number {
    return this.#start === undefined ? 0 : Number(real.hrtimeBigint() - this.#start);
  }

  get nextDue(): number {
    const next = this.#arrived[0]?.at;
    if (next === undefined && this.#running === 0) return Number.POSITIVE_INFINITY;
    return next ?? this.#now;
  }

  /** Waits until the wall clock is beyond `horizon`, or a packet has come. */
  prepare(horizon: number): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#start === undefined) {
      this.#opening ??= this.#open();
      return this.#opening;
    }
    const first = this.#arrived[0];
    const now = this.#now;
    if (now > horizon || (first !== undefined && first.at <= now)) return undefined;
    const left = Math.ceil((Math.min(horizon + 1, first?.at ?? horizon + 1) - now) / 1e6);
    return new Promise((resolve) => {
      const done = () => {
        real.clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = real.setTimeout(done, Math.min(left, LONGEST_SLEEP_MS));
      this.#wake = done;
    });
  }

  advance(horizon: number): undefined {
    const { kernel } = this.#options;
    while (this.#arrived[0] !== undefined && this.#arrived[0].at <= horizon) {
      const { at, from, packet } = this.#arrived.shift()!;
      const action = new DelayedAction(
        () => this.#send(from, packet),
        () => 'a packet of a real process',
        undefined,
        true,
      );
      kernel.delays.push(at, action);
    }
  }

  close(): void {
    for (const device of this.#devices.values()) device.close();
    this.#wake?.();
  }

  async #open(): Promise<void> {
    const { model, kernel } = this.#options;
    const mtu = model.traffic?.mtu ?? 1500;
    const mask = dotted(maskOf(this.#addresses));
    try {
      for (const [index, [agent, { tun }]] of Object.entries(model.agents).entries()) {
        if (tun === undefined) continue;
        const address = dotted(this.#addresses[index]!);
        const onPacket = (packet: Buffer) => this.#arrive(index, packet);
        this.#devices.set(index, await TunDevice.open({ agent, address, mask, mtu, onPacket }));
      }
    } catch (error) {
      // The kernel learns of the failure when it asks, as for every source.
      this.#failure = error;
    }
    this.#start = real.hrtimeBigint() - BigInt(kernel.now);
    if (this.#failure === undefined) this.#runCommands();
  }

  #runCommands(): void {
    const agents = Object.values(this.#options.model.agents);
    for (const [agent, device] of this.#devices) {
      for (const command of agents[agent]!.tun?.processes ?? []) {
        this.#running = (this.#running ?? 0) + 1;
        device.run(command).then(() => {
          this.#running!--;
          this.#wake?.();
        });
      }
    }
  }

  #arrive(from: number, packet: Buffer): void {
    if (packet.length < HEADER_BYTES || this.#arrived.length >= MAX_WAITING_PACKETS) return;
    const at = Math.max(this.#now, this.#last + 1, this.#options.kernel.now + 1);
    this.#last = at;
    this.#arrived.push({ at, from, packet });
    this.#count++;
    this.#wake?.();
  }

  #send(from: number, packet: Buffer): void {
    const destination = packet.readUInt32BE(DESTINATION);
    for (const [to, device] of this.#devices) {
      if (to === from) continue;
      if (destination < MULTICAST && this.#addresses[to] !== destination) continue;
      this.#options.network.send({
        ...{ from, to, bytes: packet.length },
        arrived: () => device.write(packet),
        damaged: (bitErrors, random) => {
          const distance = () => geometric(random.float(), bitErrors);
          const wrong = corrupt(packet, distance);
          if (wrong !== undefined) device.write(wrong);
        },
        lost: () => {},
      });
    }
  }
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

/** The mask of the smallest network that holds these addresses and their broadcasts, at most a /24. */
function maskOf(addresses: readonly number[]): number {
  let mask = 0xffffff00;
  while (addresses.some((each) => ((each ^ addresses[0]!) & mask) !== 0)) mask = (mask << 1) >>> 0;
  return mask;
}
