import { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';

/** A periodic callback on the node's clock. Times are in ns since the start. */
export class Timer extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 0;
  readonly #slot: number;
  readonly #callback: () => unknown;
  #period: number;

  constructor(node: GraphNode, period: number, callback: () => unknown) {
    super(node, 'timer');
    this.name = `timer#${this.index}`;
    this.#callback = callback;
    this.#period = period;
    const { kernel } = node.graph;
    this.#slot = kernel.timers.create(this.#virtual(period), kernel.now, this);
    node.own(this);
  }

  /** The slot in the kernel's timer heap. */
  get slot(): number {
    return this.#slot;
  }

  get period(): number {
    return this.#period;
  }

  set period(period: number) {
    this.#period = period;
    this.node.graph.kernel.timers.setPeriod(this.#slot, this.#virtual(period));
  }

  /** Time of the next call; Infinity if cancelled. */
  get nextCall(): number {
    return this.node.graph.kernel.timers.nextCall(this.#slot);
  }

  get cancelled(): boolean {
    return this.node.graph.kernel.timers.isCancelled(this.#slot);
  }

  cancel(): void {
    this.node.graph.kernel.timers.cancel(this.#slot);
  }

  /** The next call is one period from now. */
  reset(): void {
    const { kernel } = this.node.graph;
    kernel.timers.reset(this.#slot, kernel.now);
  }

  /** Moves the next call beyond `now`, for an executor that keeps its timers itself. */
  advance(now: number): void {
    this.node.graph.kernel.timers.advance(this.#slot, now);
  }

  override get title(): string {
    return `timer ${this.#period / 1e6} ms`;
  }

  protected override essence(): string {
    return `${this.title} of ${this.node.fullName}`;
  }

  /** Several of a node may have the same period. */
  override label(): string {
    return this.anchor();
  }

  run(): boolean {
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback());
    return true;
  }

  /** Converts a period of the node's clock to virtual time, both in ns. */
  #virtual(period: number): number {
    const { clockRate } = this.node;
    return clockRate === 1 ? period : Math.round(period / clockRate);
  }

  protected onDestroy(): void {
    this.executor?.removeTimer(this);
    this.node.graph.kernel.timers.destroy(this.#slot);
    this.node.entities.delete(this);
  }
}
