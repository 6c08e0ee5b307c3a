/** Computes how many messages wait in one queue from when each arrived and was taken. */
export class QueueDepths {
  /** When waiting messages will be taken; never more than wait at one time. */
  #waiting: number[] = [];
  readonly #report: (time: number, depth: number) => void;

  constructor(report: (time: number, depth: number) => void) {
    this.#report = report;
  }

  /**
   * Adds the next message of the queue. Messages must be added in the order of arrival, so that everything before
   * this arrival is known.
   *
   * @param arrived - in ns, like `taken`
   */
  add(arrived: number, taken: number): void {
    this.#takenBefore(arrived);
    if (taken <= arrived) return;
    this.#waiting.push(taken);
    this.#report(arrived, this.#waiting.length);
  }

  /** Reports what remains at the end of the run. */
  end(): void {
    this.#takenBefore(Number.POSITIVE_INFINITY);
  }

  #takenBefore(time: number): void {
    let gone = 0;
    while (gone < this.#waiting.length && this.#waiting[gone]! <= time) {
      gone++;
      this.#report(this.#waiting[gone - 1]!, this.#waiting.length - gone);
    }
    this.#waiting = this.#waiting.slice(gone);
  }
}
