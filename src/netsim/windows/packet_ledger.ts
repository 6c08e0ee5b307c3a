import type { WindowPacket, WindowResult } from './window_coordinator.js';

/** What became of the packets of a session. */
export interface PacketCounts {
  readonly sent: number;
  readonly released: number;
  /** Dropped by the simulator, released with all bits wrong, or held for too long. */
  readonly lost: number;
  /** Mean number of windows from the sending to the release; 0 when nothing was released. */
  readonly meanWindows: number;
}

/** Tracks the packets that the network simulator holds; as in the original, it forgets them in the end. */
export class PacketLedger {
  readonly #holding: number;
  /** Window in which each packet in transit was sent, in the order of sending. */
  readonly #held = new Map<number, number>();
  #sent = 0;
  #released = 0;
  #lost = 0;
  #waited = 0;

  /** @param holding - windows after which a packet is forgotten */
  constructor(holding: number) {
    this.#holding = holding;
  }

  sent(packets: readonly WindowPacket[], window: number): void {
    for (const { id } of packets) this.#held.set(id, window);
    this.#sent += packets.length;
  }

  /** Ends a window and returns the ids of the packets that arrive now. */
  settle({ window, released }: WindowResult): readonly number[] {
    const arrived: number[] = [];
    const { pkt_id, ber, rx_ip, clear_pkt_id } = released;
    for (let i = 0; i < Math.min(pkt_id.length, ber.length, rx_ip.length); i++) {
      const id = pkt_id[i]!;
      const start = this.#held.get(id);
      if (start === undefined) continue;
      this.#held.delete(id);
      if (!(ber[i]! >= 0 && ber[i]! < 1)) {
        this.#lost++;
        continue;
      }
      this.#released++;
      this.#waited += window - start;
      arrived.push(id);
    }
    for (const id of clear_pkt_id) if (this.#held.delete(id)) this.#lost++;
    for (const [id, start] of this.#held) {
      if (window - start < this.#holding) break;
      this.#held.delete(id);
      this.#lost++;
    }
    return arrived;
  }

  get counts(): PacketCounts {
    const meanWindows = this.#released === 0 ? 0 : this.#waited / this.#released;
    return { sent: this.#sent, released: this.#released, lost: this.#lost, meanWindows };
  }
}
