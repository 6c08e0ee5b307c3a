import type {
  CallbackTiming,
  Client,
  FaultEvent,
  Observer,
  Publisher,
  Service,
  Waitable,
} from '../graph/index.js';
import type { MessageObject } from '../interfaces/index.js';

/** Passes everything on to another observer, if there is one. */
export class PassingObserver implements Observer {
  readonly #observer: Observer | undefined;

  constructor(observer: Observer | undefined) {
    this.#observer = observer;
  }

  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
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
