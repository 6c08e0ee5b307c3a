import type { NetworkClock } from '../network_clock.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { ipPackets } from '../traffic/packet_sizes.js';
import type { FlowRecord } from './flow_record.js';

export interface UdpFlowOptions {
  /** Numbers of the agents. */
  readonly from: number;
  readonly to: number;
  readonly network: NetworkSimulator;
  readonly clock: NetworkClock;
  readonly record: FlowRecord;
  /** Payload bits per second. */
  readonly rate: number;
  /** Payload of a datagram, in one packet. */
  readonly bytes: number;
}

/** Datagrams of one size at a constant rate. */
export class UdpFlow {
  readonly #options: UdpFlowOptions;
  #stopped = false;

  constructor(options: UdpFlowOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, rate, bytes } = this.#options;
    const begin = clock.now;
    let count = 0;
    const send = () => {
      if (this.#stopped) return;
      this.#datagram();
      count++;
      clock.at(begin + Math.round((count * bytes * 8e9) / rate), send);
    };
    send();
  }

  stop(): void {
    this.#stopped = true;
  }

  #datagram(): void {
    const { network, clock, record, from, to, bytes } = this.#options;
    const sentAt = clock.now;
    const [size = 0] = ipPackets(bytes, Number.POSITIVE_INFINITY);
    record.sent++;
    network.send({
      ...{ from, to, bytes: size },
      arrived: () => record.arrived(clock.now, bytes, clock.now - sentAt),
      lost: () => {
        record.lost++;
      },
    });
  }
}
