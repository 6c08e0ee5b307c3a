import type { MessageObject } from '../interfaces/index.js';
import type { Client } from './client.js';
import type { Waitable } from './entity.js';
import type { CallbackTiming, FaultEvent, Observer } from './observer.js';
import type { Publisher } from './publisher.js';
import type { Service } from './service.js';

/**
 * The stages of observers. The first stage is called first at a callback's start and last at its end, so an earlier
 * stage encloses a later one. For everything else, stages are called in order.
 *
 * - `watch`: observes or disturbs what happens before it is recorded.
 * - `record`: digests and records.
 * - `callback`: closest to the callback's own code: measures it, or halts before it.
 */
export const OBSERVER_STAGES = ['watch', 'record', 'callback'] as const;

export type ObserverStage = (typeof OBSERVER_STAGES)[number];

/** An observer that implements every method. */
export type FullObserver = Required<Observer>;

/**
 * Combines observers into one. A single observer that implements every method is returned itself; undefined if there
 * are none.
 */
export function combineObservers(observers: readonly Observer[]): FullObserver | undefined {
  const [first] = observers;
  if (first === undefined) return undefined;
  return observers.length === 1 && isFull(first) ? first : new ObserverChain(observers);
}

function isFull(observer: Observer): observer is FullObserver {
  return METHODS.every((method) => observer[method] !== undefined);
}

const METHODS = [
  'callbackStarted',
  'callbackEnded',
  'callbackSettled',
  'published',
  'called',
  'callbackCompleted',
  'faulted',
] as const satisfies readonly (keyof Observer)[];

/** Calls several observers, or one that does not implement every method. */
class ObserverChain implements FullObserver {
  readonly #observers: readonly Observer[];
  readonly #reversed: readonly Observer[];

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
    this.#reversed = [...observers].reverse();
  }

  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    for (const each of this.#observers) each.callbackStarted?.(entity, number, cause, input);
  }

  callbackEnded(entity: Waitable, number: number): void {
    for (const each of this.#reversed) each.callbackEnded?.(entity, number);
  }

  callbackSettled(entity: Waitable, number: number): void {
    for (const each of this.#observers) each.callbackSettled?.(entity, number);
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
    cause: number,
  ): number {
    let digest = 0;
    for (const each of this.#observers) {
      const given = each.published?.(publisher, message, bytes, sequence, cause) ?? 0;
      if (digest === 0) digest = given;
    }
    return digest;
  }

  called(sender: Client | Service, message: MessageObject): number {
    let digest = 0;
    for (const each of this.#observers) {
      const given = each.called?.(sender, message) ?? 0;
      if (digest === 0) digest = given;
    }
    return digest;
  }

  callbackCompleted(timing: CallbackTiming): void {
    for (const each of this.#observers) each.callbackCompleted?.(timing);
  }

  faulted(fault: FaultEvent): void {
    for (const each of this.#observers) each.faulted?.(fault);
  }
}
