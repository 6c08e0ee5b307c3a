import type { PacketLoss } from '../network_simulator.js';
import type { DatagramSender } from './datagram_sender.js';
import type { MessageStream, StreamMessage } from './message_stream.js';
import { dataDatagrams } from './packet_sizes.js';

/** Sends each message once; losing any part of a message loses the message. */
export class BestEffortStream implements MessageStream {
  readonly ended = false;
  readonly #sender: DatagramSender;
  readonly #datagram: number;
  readonly #onLoss: (loss: PacketLoss) => void;
  #sent = 0;
  #newest = 0;

  /**
   * @param datagram - largest UDP payload
   * @param onLoss - called once for each lost message
   */
  constructor(sender: DatagramSender, datagram: number, onLoss: (loss: PacketLoss) => void) {
    this.#sender = sender;
    this.#datagram = datagram;
    this.#onLoss = onLoss;
  }

  send(message: StreamMessage): void {
    const sequence = ++this.#sent;
    const sizes = dataDatagrams(message.bytes, this.#datagram, false);
    let missing = sizes.length;
    let whole = true;
    const lost = (loss: PacketLoss) => {
      if (whole) this.#onLoss(loss);
      whole = false;
    };
    const arrived = () => {
      if (--missing > 0) return;
      // A best-effort reader accepts no message older than its newest (RTPS 2.5, 8.4.12.1).
      if (sequence < this.#newest) return;
      this.#newest = sequence;
      message.deliver();
    };
    for (const size of sizes) this.#sender.send(size, arrived, lost);
  }
}
