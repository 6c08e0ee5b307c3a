/** Length of one bin in ns. */
const BIN = 10_000_000;

/** What a flow delivered, in bins of 10 ms. */
export class FlowRecord {
  /** Payload bytes that arrived in each bin. */
  readonly bytes: number[] = [];
  /** Packets that arrived, and the sum of their delays in ns. */
  readonly packets: number[] = [];
  readonly delays: number[] = [];
  /** Packets that were sent, and those that the network lost. */
  sent = 0;
  lost = 0;

  /** @param payload - bytes that the receiver did not have yet */
  arrived(now: number, payload: number, delay: number): void {
    const bin = Math.floor(now / BIN);
    while (this.bytes.length <= bin) {
      this.bytes.push(0);
      this.packets.push(0);
      this.delays.push(0);
    }
    this.bytes[bin]! += payload;
    this.packets[bin]!++;
    this.delays[bin]! += delay;
  }

  /** Mean bits per second from one time to another, in ns. */
  rate(from: number, to: number): number {
    return (this.#sum(this.bytes, from, to) * 8e9) / (to - from);
  }

  /** Mean delay in ns of the packets that arrived between two times; undefined if none did. */
  delay(from: number, to: number): number | undefined {
    const packets = this.#sum(this.packets, from, to);
    return packets === 0 ? undefined : this.#sum(this.delays, from, to) / packets;
  }

  #sum(values: readonly number[], from: number, to: number): number {
    let sum = 0;
    for (let bin = Math.round(from / BIN); bin < Math.round(to / BIN); bin++) {
      sum += values[bin] ?? 0;
    }
    return sum;
  }
}
