import type { CallbackRecord } from './sinks.js';

/** Type name of a trace record. */
export const CALLBACK_TYPE = 'orrery_msgs/msg/Callback';

/** Its definition; the trace is an ordinary MCAP with one channel per entity. */
export const CALLBACK_DEFINITION = `uint64 number
uint64 cause
uint64 duration
uint32 input
uint32 outputs
uint32 output
uint32 thread
uint32 overwritten
uint64 waited
uint64 sequence
uint64 travelled
uint32 publisher
`;

const BYTES = 4 + 3 * 8 + 5 * 4 + 4 + 3 * 8 + 4;
/** Records of earlier versions end before `sequence`. */
const FEWEST_BYTES = 4 + 3 * 8 + 5 * 4 + 4 + 8;
const TWO_32 = 4294967296;

/** A trace record as it is read back; its entity and time are those of the channel and stamp. */
export type CallbackFields = Pick<
  CallbackRecord,
  | 'number'
  | 'cause'
  | 'duration'
  | 'input'
  | 'outputs'
  | 'output'
  | 'thread'
  | 'overwritten'
  | 'waited'
  | 'sequence'
  | 'travelled'
> & {
  /** Number of the publisher of its input, as in {@link SystemDescription}; 0: none. */
  readonly publisher: number;
};

/** Encodes trace records; the array returned is reused. */
export class CallbackEncoder {
  readonly #bytes = new Uint8Array(BYTES);
  readonly #view = new DataView(this.#bytes.buffer);

  constructor() {
    this.#bytes[1] = 1; // XCDR1, little endian
  }

  /** @param publisher - number of the publisher of its input; 0: none */
  encode(record: CallbackRecord, publisher: number): Uint8Array {
    const view = this.#view;
    this.#uint64(4, record.number);
    this.#uint64(12, record.cause);
    this.#uint64(20, record.duration);
    view.setUint32(28, record.input >>> 0, true);
    view.setUint32(32, record.outputs, true);
    view.setUint32(36, record.output >>> 0, true);
    view.setUint32(40, record.thread, true);
    view.setUint32(44, record.overwritten, true);
    // CDR puts 8-byte numbers at multiples of 8 from the end of the encapsulation.
    this.#uint64(52, record.waited);
    this.#uint64(60, record.sequence);
    this.#uint64(68, record.travelled);
    view.setUint32(76, publisher, true);
    return this.#bytes;
  }

  #uint64(offset: number, value: number): void {
    this.#view.setUint32(offset, value % TWO_32, true);
    this.#view.setUint32(offset + 4, Math.floor(value / TWO_32), true);
  }
}

/** Reads a trace record; undefined when the bytes are none. */
export function decodeCallback(bytes: Uint8Array): CallbackFields | undefined {
  if (bytes.length < FEWEST_BYTES || bytes[1] !== 1) return undefined;
  const complete = bytes.length >= BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uint64 = (at: number) => view.getUint32(at, true) + TWO_32 * view.getUint32(at + 4, true);
  return {
    number: uint64(4),
    cause: uint64(12),
    duration: uint64(20),
    input: view.getUint32(28, true),
    outputs: view.getUint32(32, true),
    output: view.getUint32(36, true),
    thread: view.getUint32(40, true),
    overwritten: view.getUint32(44, true),
    waited: uint64(52),
    sequence: complete ? uint64(60) : 0,
    travelled: complete ? uint64(68) : 0,
    publisher: complete ? view.getUint32(76, true) : 0,
  };
}
