/** Matches the samples that the graph offers a reader with those that its participant has received. */

/** The most samples of a writer that a reader may await, or that may have arrived too early. */
const MAX_HELD = 65_536;

interface Offer {
  readonly sequence: number;
  readonly deliver: () => void;
}

/**
 * The samples of one writer for one reader. The graph offers each to its receiver, the protocol
 * decides whether and when it arrives; it is delivered when both have happened. So samples that
 * arrive at once reach their receivers in the graph's order.
 */
export class Flow {
  readonly #offers: Offer[] = [];
  readonly #arrived = new Set<number>();

  /**
   * @param since the last sample that does not concern the reader; some volatile readers receive what was written
   *   before they were known
   * @param lose called with the number of samples that will never arrive
   */
  constructor(
    readonly since: number,
    readonly lose: (count: number) => void,
  ) {}

  offer(sequence: number, deliver: () => void): void {
    if (this.#arrived.delete(sequence)) {
      deliver();
      return;
    }
    this.#offers.push({ sequence, deliver });
    if (this.#offers.length > MAX_HELD) {
      this.#offers.shift();
      this.lose(1);
    }
  }

  /** Samples arrive in order, so earlier ones that are still awaited are lost. */
  arrive(sequence: number): void {
    let lost = 0;
    while (this.#offers.length > 0 && this.#offers[0]!.sequence < sequence) {
      this.#offers.shift();
      lost++;
    }
    if (lost > 0) this.lose(lost);
    if (this.#offers[0]?.sequence === sequence) this.#offers.shift()!.deliver();
    else if (sequence > this.since && this.#arrived.size < MAX_HELD) this.#arrived.add(sequence);
  }

  /** The writer has nothing more for this reader: samples that are still awaited will not come. */
  end(): void {
    if (this.#offers.length > 0) this.lose(this.#offers.length);
    this.#offers.length = 0;
  }
}
