import { DelayedAction, type Kernel, type RandomStreams, type Source } from '../../kernel/index.js';
import { pinnedMath } from '../../math/index.js';
import type { ExternalNetworkModel, NetworkModel } from '../../models/index.js';
import type { Pose } from '../channel/positions.js';
import type { NetworkPacket, NetworkSimulator } from '../network_simulator.js';
import { compress } from '../protocol/frames.js';
import { CHANNEL_DATA, NETWORK_UPDATE, type NetworkUpdate } from '../protocol/messages.js';
import { addressesOf } from './addresses.js';
import { channelDataOf } from './channel_data.js';
import { exchangeWindow } from './exchange_window.js';
import { parsePeerAddress } from './peer_address.js';
import { PeerConnection } from './peer_connection.js';
import { networkBegin, type WindowPacket } from './window_coordinator.js';

export interface ExternalNetworkOptions {
  readonly model: NetworkModel;
  readonly external: ExternalNetworkModel;
  readonly kernel: Kernel;
  readonly random: RandomStreams;
  readonly pose: (agent: number, time: number) => Pose;
}

/** A packet that the simulator holds, and the window in which it was sent. */
interface Held {
  readonly packet: NetworkPacket;
  readonly window: number;
}

const MS = 1_000_000;
const SECOND = 1000 * MS;

/**
 * A network simulator outside of the run, behind ROS-NetSim's protocol. It simulates each window of
 * virtual time when that is over here: BEGIN carries the packets that were sent in the window, and those
 * that END releases arrive at the end of the window. Virtual time stands still meanwhile.
 */
export class ExternalNetwork implements NetworkSimulator, Source {
  nextDue: number;
  readonly #options: ExternalNetworkOptions;
  readonly #addresses: readonly number[];
  readonly #window: number;
  readonly #held = new Map<number, Held>();
  #outgoing: WindowPacket[] = [];
  #packets = 0;
  #number = 0;
  #peer: PeerConnection | undefined;
  #end: NetworkUpdate | undefined;

  constructor(options: ExternalNetworkOptions) {
    this.#options = options;
    this.#addresses = addressesOf(options.model);
    this.#window = options.external.window ?? MS;
    this.nextDue = this.#window;
  }

  send(packet: NetworkPacket): void {
    const id = this.#packets++ % 2 ** 32;
    this.#held.set(id, { packet, window: this.#number });
    const [from, to] = [this.#addresses[packet.from]!, this.#addresses[packet.to]!];
    this.#outgoing.push({ id, from, to, bytes: packet.bytes });
  }

  prepare(): Promise<void> | undefined {
    return this.#end === undefined ? this.#exchange() : undefined;
  }

  advance(): undefined {
    const end = this.#end;
    if (end === undefined) return;
    this.#end = undefined;
    const settle = () => this.#settle(end);
    const { delays } = this.#options.kernel;
    delays.push(this.nextDue, new DelayedAction(settle, () => 'the end of a window', this));
    this.#number++;
    this.nextDue = (this.#number + 1) * this.#window;
  }

  close(): void {
    this.#peer?.close();
  }

  async #exchange(): Promise<void> {
    const { external, model, pose } = this.#options;
    this.#peer ??= await PeerConnection.connect({
      role: 'network simulator',
      address: parsePeerAddress(external.address),
      connectTimeout: (external.connect_timeout ?? 10 * SECOND) / MS,
    });
    const time = this.#number * this.#window;
    const poses = this.#addresses.map((_, agent) => pose(agent, time));
    const data = channelDataOf(poses, model.channel?.obstacles ?? []);
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    const channelData = compress(CHANNEL_DATA.encode(data));
    const begin = networkBegin(this.#number, outgoing, channelData);
    const timeout = (external.timeout ?? 10 * SECOND) / MS;
    this.#end = await exchangeWindow(this.#peer, NETWORK_UPDATE, begin, timeout);
  }

  #settle({ pkt_id, rx_ip, ber, clear_pkt_id }: NetworkUpdate): void {
    // Entries beyond the end of the shortest list are ignored.
    for (let i = 0; i < Math.min(pkt_id.length, rx_ip.length, ber.length); i++) {
      const held = this.#held.get(pkt_id[i]!);
      if (held === undefined || this.#addresses[held.packet.to] !== rx_ip[i]) continue;
      this.#held.delete(pkt_id[i]!);
      if (this.#isIntact(held.packet, ber[i]!)) held.packet.arrived();
      else held.packet.lost('lost');
    }
    for (const id of clear_pkt_id) this.#lose(id);
    const longest = (this.#options.external.packet_holding ?? 10 * SECOND) / this.#window;
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

  /** A wrong bit anywhere loses the packet: the checksums of IP and UDP find it. */
  #isIntact({ from, to, bytes }: NetworkPacket, ber: number): boolean {
    if (ber === 0) return true;
    if (!(ber > 0 && ber < 1)) return false;
    const random = this.#options.random.stream(`network bits ${from} → ${to}`);
    return random.float() < pinnedMath.exp(8 * bytes * pinnedMath.log1p(-ber));
  }
}
