import type { OrreryError } from '../../errors/index.js';
import { BEGIN, NETWORK_UPDATE, type NetworkUpdate, PHYSICS_UPDATE } from '../protocol/messages.js';
import { exchangeWindow } from './exchange_window.js';
import type { PeerAddress } from './peer_address.js';
import { PeerConnection } from './peer_connection.js';

export interface CoordinatorOptions {
  readonly physics: PeerAddress;
  readonly network: PeerAddress;
  /** How long the simulators may take to listen, in ms. Default: 200 s, as in the original. */
  readonly connectTimeout?: number;
  /** How long a window may take, in ms. Default: 10 s, as in the original. */
  readonly windowTimeout?: number;
}

/** An IPv4 packet for the network simulator. */
export interface WindowPacket {
  readonly id: number;
  /** Addresses, read as big-endian numbers. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** The simulators' results at the end of a window. */
export interface WindowResult {
  readonly window: number;
  readonly released: NetworkUpdate;
  /** As the physics simulator packed it: gzip of `ChannelData`; empty when it sent none. */
  readonly channelData: Uint8Array;
}

/**
 * Algorithm 1 of ROS-NetSim (Calvo-Fullana et al., 2021): both simulators run each window at the same
 * time; the network simulator gets the channel of the previous window and the packets sent.
 */
export class WindowCoordinator {
  readonly #physics: PeerConnection;
  readonly #network: PeerConnection;
  readonly #timeout: number;
  #channelData: Uint8Array = new Uint8Array();
  #window = 0;

  private constructor(physics: PeerConnection, network: PeerConnection, timeout: number) {
    this.#physics = physics;
    this.#network = network;
    this.#timeout = timeout;
  }

  /** @throws OrreryError `ORR_NETSIM_PEER` */
  static async connect(options: CoordinatorOptions): Promise<WindowCoordinator> {
    const { physics, network, connectTimeout = 200_000, windowTimeout = 10_000 } = options;
    const both = [
      { role: 'physics simulator', address: physics, connectTimeout },
      { role: 'network simulator', address: network, connectTimeout },
    ].map((each) => PeerConnection.connect(each));
    const settled = await Promise.allSettled(both);
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed !== undefined) {
      for (const each of settled) if (each.status === 'fulfilled') each.value.close();
      throw failed.reason as OrreryError;
    }
    const [first, second] = await Promise.all(both);
    return new WindowCoordinator(first!, second!, windowTimeout);
  }

  /**
   * Runs the next window.
   *
   * @throws OrreryError `ORR_NETSIM_PEER`, `ORR_NETSIM_PROTOCOL`; then both connections are closed
   */
  async run(packets: readonly WindowPacket[]): Promise<WindowResult> {
    const window = this.#window++;
    const timeout = this.#timeout;
    const physics = { msg_type: BEGIN, time_val: window, channel_data: new Uint8Array() };
    const network = networkBegin(window, packets, this.#channelData);
    try {
      const [moved, released] = await Promise.all([
        exchangeWindow(this.#physics, PHYSICS_UPDATE, physics, timeout),
        exchangeWindow(this.#network, NETWORK_UPDATE, network, timeout),
      ]);
      this.#channelData = moved.channel_data;
      return { window, released, channelData: moved.channel_data };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#physics.close();
    this.#network.close();
  }
}

/** The update that a network simulator gets at the beginning of a window. */
export function networkBegin(
  window: number,
  packets: readonly WindowPacket[],
  channelData: Uint8Array,
): NetworkUpdate {
  return {
    ...NETWORK_UPDATE.empty(),
    msg_type: BEGIN,
    time_val: window,
    pkt_id: packets.map(({ id }) => id),
    src_ip: packets.map(({ from }) => from),
    dst_ip: packets.map(({ to }) => to),
    pkt_lengths: packets.map(({ bytes }) => bytes),
    channel_data: channelData,
  };
}
