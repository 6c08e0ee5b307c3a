import type {
  CallbackTiming,
  Client,
  FaultEvent,
  Observer,
  Publisher,
  Service,
  Waitable,
} from '../graph/index.js';
import { real } from '../guard/index.js';
import type { MessageObject } from '../interfaces/index.js';

// Kept from load time: user code gets a virtual one.
const { random } = Math;

/**
 * Sleeps for a really random time before every callback and passes everything on. What the run
 * does must not depend on it; that is what it is for.
 */
export class DisturbedObserver implements Observer {
  readonly #observer: Observer | undefined;
  readonly #longestMs: number;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));

  constructor(observer: Observer | undefined, longestMs: number) {
    this.#observer = observer;
    this.#longestMs = longestMs;
  }

  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    real.atomicsWait(this.#never, 0, 0, random() * this.#longestMs);
    this.#observer?.callbackStarted(entity, number, cause, input);
  }

  callbackEnded(entity: Waitable, number: number): void {
    this.#observer?.callbackEnded(entity, number);
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
    cause: number,
  ): number {
    return this.#observer?.published(publisher, message, bytes, sequence, cause) ?? 0;
  }

  called(sender: Client | Service, message: MessageObject): number {
    return this.#observer?.called(sender, message) ?? 0;
  }

  callbackCompleted(timing: CallbackTiming): void {
    this.#observer?.callbackCompleted?.(timing);
  }

  faulted(fault: FaultEvent): void {
    this.#observer?.faulted?.(fault);
  }
}
