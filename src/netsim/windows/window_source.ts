import { DelayedAction, type Kernel, type Source } from '../../kernel/index.js';
import type { ExternalNetwork } from './external_network.js';

/** The windows of an external simulator in a run: virtual time stands still while one is simulated. */
export class WindowSource implements Source {
  readonly #network: ExternalNetwork;
  readonly #kernel: Kernel;
  #settle: (() => void) | undefined;

  constructor(network: ExternalNetwork, kernel: Kernel) {
    this.#network = network;
    this.#kernel = kernel;
  }

  get nextDue(): number {
    return this.#network.end;
  }

  prepare(): Promise<void> | undefined {
    return this.#settle === undefined ? this.#exchange() : undefined;
  }

  advance(): undefined {
    const settle = this.#settle;
    if (settle === undefined) return;
    this.#settle = undefined;
    const action = new DelayedAction(settle, () => 'the end of a window', this.#network);
    this.#kernel.delays.push(this.nextDue, action);
    this.#network.advance();
  }

  async #exchange(): Promise<void> {
    this.#settle = await this.#network.exchange();
  }
}
