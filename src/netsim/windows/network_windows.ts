import { RandomStreams } from '../../kernel/index.js';
import type { NetworkModel } from '../../models/index.js';
import type { Pose } from '../channel/positions.js';
import { Positions } from '../channel/positions.js';
import { createNetworkSimulator, positionsOf } from '../create_network_simulator.js';
import { ExperimentClock } from '../experiment_clock.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { decompress } from '../protocol/frames.js';
import { CHANNEL_DATA, NETWORK_UPDATE, type NetworkUpdate } from '../protocol/messages.js';
import { addressesOf } from './addresses.js';

export interface NetworkWindowsOptions {
  readonly model: NetworkModel;
  /** ns. */
  readonly window: number;
  readonly seed: bigint | number | string;
}

const BROADCAST = 0xffffffff;
/** Values of an agent in `node_list`: x, y, z and the quaternion w, x, y, z. */
const POSE_LENGTH = 7;

/**
 * One of Orrery's network simulators, advanced window by window: the packets of a window are sent at
 * its beginning, and released at the end of the window in which they arrive.
 */
export class NetworkWindows {
  readonly #clock = new ExperimentClock();
  readonly #network: NetworkSimulator;
  readonly #addresses: readonly number[];
  readonly #window: number;
  #told: readonly number[] = [];
  #end: NetworkUpdate = NETWORK_UPDATE.empty();

  /** @throws OrreryError `ORR_NETWORK` */
  constructor({ model, window, seed }: NetworkWindowsOptions) {
    this.#window = window;
    this.#addresses = addressesOf(model);
    const positions = new Positions(positionsOf(model));
    this.#network = createNetworkSimulator(model, {
      clock: this.#clock,
      random: new RandomStreams(seed),
      pose: (agent, time) => this.#toldPose(agent) ?? positions.pose(agent, time),
    });
  }

  run(begin: NetworkUpdate): NetworkUpdate {
    this.#end = NETWORK_UPDATE.empty();
    if (begin.channel_data.length > 0) {
      this.#told = CHANNEL_DATA.decode(decompress(begin.channel_data)).node_list;
    }
    // Entries beyond the end of the shortest list are ignored.
    const count = Math.min(begin.pkt_id.length, begin.src_ip.length, begin.dst_ip.length);
    for (let i = 0; i < count; i++) {
      this.#send(begin.pkt_id[i]!, begin.src_ip[i]!, begin.dst_ip[i]!, begin.pkt_lengths[i] ?? 0);
    }
    this.#clock.runUntil((begin.time_val + 1) * this.#window);
    return this.#end;
  }

  /** The position of an agent, as the physics simulator gave it. */
  #toldPose(agent: number): Pose | undefined {
    const start = agent * POSE_LENGTH;
    const told = this.#told;
    if (told.length < start + POSE_LENGTH) return undefined;
    const [x, y, z, w, i, j, k] = told.slice(start, start + POSE_LENGTH);
    return { at: [x!, y!, z!], turned: [w!, i!, j!, k!] };
  }

  #send(id: number, source: number, destination: number, bytes: number): void {
    const from = this.#addresses.indexOf(source);
    const receivers = this.#addresses
      .map((address, agent) => ({ address, agent }))
      .filter(({ address, agent }) =>
        destination === BROADCAST ? agent !== from : address === destination,
      );
    if (from < 0 || receivers.length === 0) {
      this.#clear(id, source, destination);
      return;
    }
    let open = receivers.length;
    const settle = () => {
      if (--open === 0) this.#clear(id, source, destination);
    };
    for (const { address, agent: to } of receivers) {
      this.#network.send({
        ...{ from, to, bytes },
        arrived: () => {
          this.#release(id, source, destination, address);
          settle();
        },
        lost: settle,
      });
    }
  }

  #release(id: number, source: number, destination: number, receiver: number): void {
    this.#end.pkt_id.push(id);
    this.#end.src_ip.push(source);
    this.#end.dst_ip.push(destination);
    this.#end.rx_ip.push(receiver);
    this.#end.ber.push(0);
  }

  /** Forgets a packet. */
  #clear(id: number, source: number, destination: number): void {
    this.#end.clear_pkt_id.push(id);
    this.#end.clear_src_ip.push(source);
    this.#end.clear_dst_ip.push(destination);
  }
}
