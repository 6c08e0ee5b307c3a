import type { MessageObject } from '../interfaces/index.js';
import type { Client } from './client.js';
import type { Waitable } from './entity.js';
import type { Publisher } from './publisher.js';
import type { Service } from './service.js';

/** When and where an executor with virtual threads ran a callback. Times are in ns. */
export interface CallbackTiming {
  readonly entity: Waitable;
  /** Number of the callback, as in {@link Observer.callbackStarted}. */
  readonly number: number;
  /** When its input arrived, or when its timer was due. */
  readonly ready: number;
  readonly start: number;
  readonly end: number;
  /** Name of the executor; `thread` is the thread's index in it, from 0. */
  readonly executor: string;
  readonly thread: number;
  /** Inputs of this entity that were overwritten since its previous callback. */
  readonly overwritten: number;
  /** Number of messages, requests and responses that it sent. */
  readonly outputs: number;
}

/** An injected fault, or the effect of one. */
export interface FaultEvent {
  /** e.g. `loss`, `crash`. */
  readonly fault: string;
  /** Virtual time in ns since the start. */
  readonly time: number;
  /** The affected node, or `topic: publisher node → subscription node`. */
  readonly target: string;
}

/**
 * Sees what happens in the graph: the trace, the recorder, the digests of content. An observer omits the methods
 * that it does not need; {@link ObserverStage} defines the order of several observers.
 */
export interface Observer {
  /**
   * Callback `number` of the run starts. Callback `cause` triggered it (0: none) with an input
   * whose digest is `input` (0: no input).
   */
  callbackStarted?(entity: Waitable, number: number, cause: number, input: number): void;
  callbackEnded?(entity: Waitable, number: number): void;
  /** A promise returned by the callback has settled. */
  callbackSettled?(entity: Waitable, number: number): void;
  /**
   * A message was published by callback `cause`: canonical in `message`, or, when it was published
   * serialized, as CDR in `bytes`. Do not keep or change either. Returns a 32-bit digest of the
   * content, or 0; the first that is not 0 travels with the message.
   */
  published?(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
    cause: number,
  ): number;
  /** A client sent a request, or a service a response. Returns a digest of the content, or 0. */
  called?(sender: Client | Service, message: MessageObject): number;
  /** A callback that an executor with virtual threads ran has released its thread. */
  callbackCompleted?(timing: CallbackTiming): void;
  faulted?(fault: FaultEvent): void;
}
