import { type GraphNode, Waitable } from '../../graph/index.js';

/** A timer on a clock that messages set; it is due when the clock reaches or passes its time. */
export class SimTimer extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #period: number;
  readonly #callback: () => void;
  #next: number;
  #clock = 0;
  #announced = false;

  constructor(node: GraphNode, period: number, callback: () => void) {
    super(node, 'timer');
    this.name = `timer#${this.index}`;
    this.#period = period;
    this.#callback = callback;
    this.#next = period;
    node.own(this);
  }

  override get pending(): number {
    return this.#announced ? 1 : 0;
  }

  cancel(): void {
    this.#next = Number.POSITIVE_INFINITY;
  }

  setClock(time: number): void {
    this.#clock = time;
    if (this.#announced || this.#next > time) return;
    this.#announced = true;
    this.announce();
  }

  run(): boolean {
    this.#announced = false;
    if (this.#next > this.#clock) return false;
    const late = this.#clock - this.#next;
    this.#next = this.#clock - (late % this.#period) + this.#period;
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.entities.delete(this);
  }
}
