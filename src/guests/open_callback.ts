import type { Outbox, Waitable } from '../graph/index.js';

/**
 * A callback that runs in a guest and has not ended. If it takes virtual time, its messages are kept until
 * it ends.
 */
export class OpenCallback implements Outbox {
  readonly entity: Waitable;
  /** Its number in the run. */
  readonly number: number;
  /** Virtual time in ns that it takes according to a model, in addition to its own waits. */
  readonly duration: number;
  readonly #start: number;
  readonly #held: (() => void)[] = [];
  #outputs = 0;
  #settle: (() => void) | undefined;

  constructor(entity: Waitable, number: number, duration: number) {
    this.entity = entity;
    this.number = number;
    this.duration = duration;
    this.#start = entity.node.graph.kernel.now;
  }

  /** Settles when it ends. */
  get ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Performs an action after a wait on behalf of the callback. */
  resume(action: () => void): void {
    const { graph } = this.entity.node;
    const before = graph.outbox;
    graph.outbox = this.duration > 0 ? this : undefined;
    try {
      graph.resume(this.entity, this.number, action);
    } finally {
      graph.outbox = before;
    }
  }

  hold(_sender: unknown, send: () => void): void {
    this.#outputs++;
    this.#held.push(send);
  }

  readClock(time: bigint): bigint {
    return time;
  }

  /** Does nothing: this callback is known to be open by other means. */
  returned(): void {}

  end(): void {
    this.#settle?.();
    if (this.duration === 0) return;
    const { graph } = this.entity.node;
    const before = graph.outbox;
    graph.outbox = undefined;
    for (const send of this.#held) graph.resume(this.entity, this.number, send);
    graph.outbox = before;
    graph.observer?.callbackCompleted?.({
      entity: this.entity,
      number: this.number,
      ready: this.#start,
      start: this.#start,
      end: graph.kernel.now,
      executor: `${this.entity.node.program} (guest)`,
      thread: 0,
      overwritten: 0,
      outputs: this.#outputs,
    });
  }
}
