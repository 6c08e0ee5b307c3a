import { type GraphNode, Waitable } from '../../graph/index.js';
import type { ROSClock } from '../time/ros_clock.js';

/**
 * A timer on a clock that follows `/clock`: it is due when a message sets the clock to its time or
 * beyond. Times are ns of that clock since the timer was made, which keeps them exact.
 */
export class ClockTimer extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #clock: ROSClock;
  readonly #origin: bigint;
  readonly #callback: () => unknown;
  #next: number;
  #announced = false;
  period: number;

  constructor(node: GraphNode, clock: ROSClock, period: number, callback: () => unknown) {
    super(node, 'timer');
    this.name = `timer#${this.index}`;
    this.#clock = clock;
    this.#origin = clock._nanoseconds();
    this.#callback = callback;
    this.#next = period;
    this.period = period;
    node.entities.add(this);
  }

  get now(): number {
    return Number(this.#clock._nanoseconds() - this.#origin);
  }

  get nextCall(): number {
    return this.#next;
  }

  get cancelled(): boolean {
    return this.#next === Number.POSITIVE_INFINITY;
  }

  cancel(): void {
    this.#next = Number.POSITIVE_INFINITY;
  }

  reset(): void {
    this.#next = this.now + this.period;
  }

  /** Called when the clock reads another time. */
  timeSet(): void {
    // after a jump back the next call would be far away; it is at most one period from now
    if (!this.cancelled) this.#next = Math.min(this.#next, this.now + this.period);
    if (this.#announced || this.#next > this.now) return;
    this.#announced = true;
    this.announce();
  }

  override get title(): string {
    return `timer ${this.period / 1e6} ms`;
  }

  protected override essence(): string {
    return `${this.title} of ${this.node.fullName}`;
  }

  /** Several of a node may have the same period. */
  override label(): string {
    return this.anchor();
  }

  run(): boolean {
    this.#announced = false;
    const { now } = this;
    if (this.destroyed || this.#next > now) return false;
    this.#next += this.period;
    if (this.#next <= now && this.period > 0) {
      this.#next = now - ((now - this.#next) % this.period) + this.period;
    }
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.entities.delete(this);
  }
}
