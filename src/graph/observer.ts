import type { MessageObject } from '../interfaces/index.js';
import type { Client } from './client.js';
import type { Waitable } from './entity.js';
import type { Publisher } from './publisher.js';
import type { Service } from './service.js';

/** Sees what happens in the graph: the trace, the recorder, the digests of content. */
export interface Observer {
  /**
   * Callback `number` of the run starts. Callback `cause` triggered it (0: none) with an input
   * whose digest is `input` (0: no input).
   */
  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void;
  callbackEnded(entity: Waitable, number: number): void;
  /**
   * A message was published by callback `cause`: canonical in `message`, or, when it was published
   * serialized, as CDR in `bytes`. Neither may be kept or changed. Returns a 32-bit digest of the
   * content, which travels with the message.
   */
  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
    cause: number,
  ): number;
  /** A client sent a request, or a service a response. Returns a digest of the content. */
  called(sender: Client | Service, message: MessageObject): number;
}
