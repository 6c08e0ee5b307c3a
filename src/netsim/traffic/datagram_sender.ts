import type { NetworkSimulator, PacketLoss } from '../network_simulator.js';
import { ipPackets } from './packet_sizes.js';

/** Sends UDP datagrams between two agents: each arrives when all of its fragments have, or never. */
export class DatagramSender {
  readonly #network: NetworkSimulator;
  readonly #mtu: number;
  readonly from: number;
  readonly to: number;

  constructor(network: NetworkSimulator, mtu: number, from: number, to: number) {
    this.#network = network;
    this.#mtu = mtu;
    this.from = from;
    this.to = to;
  }

  /** The sender of the opposite direction. */
  reversed(): DatagramSender {
    return new DatagramSender(this.#network, this.#mtu, this.to, this.from);
  }

  send(bytes: number, arrived: () => void, onLoss?: (loss: PacketLoss) => void): void {
    const sizes = ipPackets(bytes, this.#mtu);
    const { from, to } = this;
    let missing = sizes.length;
    let whole = true;
    for (const size of sizes) {
      this.#network.send({
        from,
        to,
        bytes: size,
        arrived() {
          if (--missing === 0) arrived();
        },
        lost(loss) {
          if (whole) onLoss?.(loss);
          whole = false;
        },
      });
    }
  }
}
