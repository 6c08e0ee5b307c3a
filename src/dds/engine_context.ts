/** State that the parts of one engine share. */
import type { Outbox } from './outbox.js';
import type { Rejections } from './rejection.js';
import type { Timers } from './timers.js';
import type { Epoch } from './wire_time.js';
import type { WorkBudget } from './work_budget.js';

/** A part of the engine that may have submessages to send. */
export interface Emitter {
  /** Whether it waits for its turn. @internal */
  isWaiting: boolean;
  /** Puts its submessages into the outbox; returns true if it stopped because the outbox is full. */
  emit(outbox: Outbox, now: number): boolean;
}

/** A part of the engine that notifies its owner after a datagram was handled. */
export interface Notifier {
  /** @internal */
  hasNews: boolean;
  notify(now: number): void;
}

export interface EngineContext {
  readonly prefix: Uint8Array;
  readonly vendor: number;
  readonly timers: Timers;
  readonly rejections: Rejections;
  /** The budget of the datagram at hand. */
  readonly work: WorkBudget;
  readonly epoch: Epoch;
  readonly outbox: Outbox;
  /** Asks for a turn at the next `takeOutgoing`. */
  wake(emitter: Emitter): void;
  /** Asks to be notified when the datagram at hand has been handled. */
  tell(notifier: Notifier): void;
}
