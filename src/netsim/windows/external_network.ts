import type { RandomStreams } from '../../kernel/index.js';
import type { NetworkModel, WindowsModel } from '../../models/index.js';
import type { Pose } from '../channel/positions.js';
import { deliverDamaged, type NetworkPacket, type NetworkSimulator } from '../network_simulator.js';
import { compress } from '../protocol/frames.js';
import { CHANNEL_DATA, NETWORK_UPDATE, type NetworkUpdate } from '../protocol/messages.js';
import { addressesOf } from './addresses.js';
import { channelDataOf, type PairLoss } from './channel_data.js';
import { exchangeWindow } from './exchange_window.js';
import { parsePeerAddress } from './peer_address.js';
import { PeerConnection } from './peer_connection.js';
import { startNs3 } from './start_ns3.js';
import { networkBegin, type WindowPacket } from './window_coordinator.js';

export interface ExternalNetworkOptions {
  readonly model: NetworkModel;
  readonly random: RandomStreams;
  readonly pose: (agent: number, time: number) => Pose;
  /** dB that a signal loses between two agents, if the model says so. */
  readonly loss: ((from: number, to: number, time: number) => number) | undefined;
}

/** A network simulator in its own process, and how to end or leave it. */
interface Peer {
  readonly connection: PeerConnection;
  close(): void;
}

/** A packet that the simulator holds, and the window in which it was sent. */
interface Held {
  readonly packet: NetworkPacket;
  readonly window: number;
}

const MS = 1_000_000;
const SECOND = 1000 * MS;

/** The windows of the external simulator that a model names; undefined if it names none. */
export function windowsOf({ simulator = {} }: NetworkModel): WindowsModel | undefined {
  return simulator.ns3 ?? simulator.external;
}

/**
 * A network simulator outside of the run, behind ROS-NetSim's protocol. It simulates each window of
 * virtual time after the run has passed the window: BEGIN carries the packets sent in the window, and
 * the packets that END releases arrive at its end.
 */
export class ExternalNetwork implements NetworkSimulator {
  /** Length of a window in ns. */
  readonly window: number;
  readonly #options: ExternalNetworkOptions;
  readonly #settings: WindowsModel;
  readonly #addresses: readonly number[];
  readonly #held = new Map<number, Held>();
  #outgoing: WindowPacket[] = [];
  #packets = 0;
  #number = 0;
  #peer: Peer | undefined;
  #closed = false;

  constructor(options: ExternalNetworkOptions) {
    this.#options = options;
    this.#settings = windowsOf(options.model) ?? {};
    this.#addresses = addressesOf(options.model);
    this.window = this.#settings.window ?? MS;
  }

  send(packet: NetworkPacket): void {
    const id = this.#packets++ % 2 ** 32;
    this.#held.set(id, { packet, window: this.#number });
    const [from, to] = [this.#addresses[packet.from]!, this.#addresses[packet.to]!];
    this.#outgoing.push({ id, from, to, bytes: packet.bytes });
  }

  /** When the present window ends, in ns since the start. */
  get end(): number {
    return (this.#number + 1) * this.window;
  }

  /**
   * Has the present window simulated.
   *
   * @returns a function that applies the effects at the end of the window; then the next window is
   *   the present one
   * @throws OrreryError `ORR_NETSIM_PEER`, `ORR_NETSIM_PROTOCOL`, `ORR_NATIVE_MISSING`
   */
  async exchange(): Promise<() => void> {
    this.#peer ??= await this.#meet();
    const { pose, model, loss } = this.#options;
    const time = this.#number * this.window;
    const poses = this.#addresses.map((_, agent) => pose(agent, time));
    const given: PairLoss | undefined = loss && ((a, b) => loss(a, b, time));
    const data = channelDataOf(poses, model.channel?.obstacles ?? [], given);
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    const channelData = compress(CHANNEL_DATA.encode(data));
    const begin = networkBegin(this.#number, outgoing, channelData);
    const timeout = (this.#settings.timeout ?? 10 * SECOND) / MS;
    const end = await exchangeWindow(this.#peer.connection, NETWORK_UPDATE, begin, timeout);
    return () => this.#settle(end);
  }

  /** Ends the present window: packets sent from now on belong to the next one. */
  advance(): void {
    this.#number++;
  }

  close(): void {
    this.#closed = true;
    this.#peer?.close();
  }

  async #meet(): Promise<Peer> {
    const { model, random } = this.#options;
    const { ns3, external } = model.simulator ?? {};
    const peer =
      ns3 !== undefined
        ? await startNs3(model, ns3, random)
        : await attached(external!.address, this.#settings.connect_timeout);
    if (this.#closed) peer.close();
    return peer;
  }

  #settle({ pkt_id, rx_ip, ber, clear_pkt_id }: NetworkUpdate): void {
    // Entries beyond the end of the shortest list are ignored.
    for (let i = 0; i < Math.min(pkt_id.length, rx_ip.length, ber.length); i++) {
      const held = this.#held.get(pkt_id[i]!);
      if (held === undefined || this.#addresses[held.packet.to] !== rx_ip[i]) continue;
      this.#held.delete(pkt_id[i]!);
      const { from, to } = held.packet;
      const random = this.#options.random.stream(`network bits ${from} → ${to}`);
      deliverDamaged(held.packet, ber[i]!, random);
    }
    for (const id of clear_pkt_id) this.#lose(id);
    const longest = (this.#settings.packet_holding ?? 10 * SECOND) / this.window;
    for (const [id, { window }] of this.#held) {
      if (this.#number - window <= longest) break;
      this.#lose(id);
    }
  }

  #lose(id: number): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    held?.packet.lost('lost');
  }
}

/** Connects to a simulator that somebody else has started. */
async function attached(address: string, timeout = 10 * SECOND): Promise<Peer> {
  const connection = await PeerConnection.connect({
    role: 'network simulator',
    address: parsePeerAddress(address),
    connectTimeout: timeout / MS,
  });
  return { connection, close: () => connection.close() };
}
