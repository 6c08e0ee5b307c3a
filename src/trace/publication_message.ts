import type { PublicationRecord } from './sinks.js';
import { setUint64, uint64 } from './uint64.js';

/**
 * Type name of the record of a publication that no callback's record mentions. The trace has one channel for each
 * publisher of such messages.
 */
export const PUBLICATION_TYPE = 'orrery_msgs/msg/Publication';

/**
 * The publication's number at its publisher, the callback that sent it, and the input of that callback.
 */
export const PUBLICATION_DEFINITION = `uint64 sequence
uint64 cause
uint64 elapsed
uint64 input_sequence
uint32 callback
uint32 input_publisher
`;

const BYTES = 4 + 4 * 8 + 2 * 4;

/**
 * A publication's record that was read; its publisher and time come from the channel and the stamp.
 */
export interface PublicationFields {
  /** Number of the publication at its publisher, from 1. */
  readonly sequence: number;
  /** Number of the callback that published it; 0: none. */
  readonly cause: number;
  /** How long that callback had been running, in ns. */
  readonly elapsed: number;
  /** The input message of that callback, and its publisher; 0: none. */
  readonly inputSequence: number;
  readonly inputPublisher: number;
  /** Number of that callback's entity in {@link SystemDescription}; 0: none. */
  readonly callback: number;
}

/** Encodes publications; the array returned is reused. */
export class PublicationEncoder {
  readonly #bytes = new Uint8Array(BYTES);
  readonly #view = new DataView(this.#bytes.buffer);

  constructor() {
    this.#bytes[1] = 1; // XCDR1, little endian
  }

  /**
   * @param now - ns since the start
   * @param callback - number of the entity whose callback published it; 0: none
   * @param inputPublisher - number of the publisher of that callback's input; 0: none
   */
  encode(
    record: PublicationRecord,
    now: number,
    callback: number,
    inputPublisher: number,
  ): Uint8Array {
    const { callback: sender } = record;
    const view = this.#view;
    setUint64(view, 4, record.sequence);
    setUint64(view, 12, record.cause);
    setUint64(view, 20, sender === undefined ? 0 : now - sender.time);
    setUint64(view, 28, sender?.sequence ?? 0);
    view.setUint32(36, callback, true);
    view.setUint32(40, inputPublisher, true);
    return this.#bytes;
  }
}

/** Reads the record of a publication; undefined if the bytes are not one. */
export function decodePublication(bytes: Uint8Array): PublicationFields | undefined {
  if (bytes.length < BYTES || bytes[1] !== 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    sequence: uint64(view, 4),
    cause: uint64(view, 12),
    elapsed: uint64(view, 20),
    inputSequence: uint64(view, 28),
    callback: view.getUint32(36, true),
    inputPublisher: view.getUint32(40, true),
  };
}
