import { Context } from '../context.js';
import { OperationError } from '../errors/index.js';
import type { Node } from '../node/node.js';
import { NodeOptions } from '../node_options.js';
import type { Timer } from './timer.js';

const nothing = () => {};

/** Paces a loop. Get one from `node.createRate`. */
export class Rate {
  readonly #hz: number;
  readonly #timer: Timer;
  readonly #release: () => void;
  #cancelled = false;

  /** @param release - called when it is cancelled and no longer needs its timer. */
  constructor(hz: number, timer: Timer, release: () => void = nothing) {
    this.#hz = hz;
    this.#timer = timer;
    this.#release = release;
  }

  /** Times per second. */
  get frequency(): number {
    return this.#hz;
  }

  /**
   * Settles at the next tick.
   *
   * @throws {OperationError} code `RATE_CANCELLED` if it is cancelled.
   */
  async sleep(): Promise<void> {
    if (this.isCanceled()) {
      throw new OperationError('Rate has been cancelled', {
        code: 'RATE_CANCELLED',
        entityType: 'rate',
        details: { frequency: this.#hz },
      });
    }
    return new Promise((resolve) => {
      this.#timer.callback = () => {
        this.#timer.callback = nothing;
        resolve();
      };
    });
  }

  /** Cancels the rate. */
  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#timer.cancel();
    this.#release();
  }

  isCanceled(): boolean {
    return this.#cancelled;
  }
}

/**
 * The hidden node whose timers pace a node's rates. It has its own context, so
 * rates tick whether or not the node spins.
 */
export class RateTimerServer {
  readonly #context: Context;
  readonly #node: Node;

  constructor(parent: Node) {
    this.#context = new Context(parent.context.domainId);
    this.#context.initialize([]);
    const options = new NodeOptions();
    options.startParameterServices = false;
    options.parameterOverrides = parent.getParameters();
    options.automaticallyDeclareParametersFromOverrides = true;
    const name = `_${parent.name()}_rate_timer_server`;
    this.#node = parent._createHiddenNode(name, this.#context, options);
    this.#node.spin();
  }

  /** @param period - ns. */
  createTimer(period: bigint): Timer {
    return this.#node.createTimer(period, nothing);
  }

  destroyTimer(timer: Timer): void {
    this.#node.destroyTimer(timer);
  }

  shutdown(): void {
    this.#context.shutdown();
  }
}
