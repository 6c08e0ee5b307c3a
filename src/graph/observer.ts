import type { Waitable } from './entity.js';
import type { Publisher } from './publisher.js';

/** Sees what happens in the graph: the trace, the recorder, the digests of content. */
export interface Observer {
  /** Callback `number` of the run starts; callback `cause` triggered it (0: none). */
  callbackStarted(entity: Waitable, number: number, cause: number): void;
  callbackEnded(entity: Waitable, number: number): void;
  /**
   * A message was published by callback `cause`: canonical in `message`, or, when it was published
   * serialized, as CDR in `bytes`. Neither may be kept or changed.
   */
  published(
    publisher: Publisher,
    message: unknown,
    bytes: Uint8Array | undefined,
    sequence: number,
    cause: number,
  ): void;
}
