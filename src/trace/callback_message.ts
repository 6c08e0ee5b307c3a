import type { CallbackRecord } from './sinks.js';

/** Type name of a trace record. */
export const CALLBACK_TYPE = 'orrery_msgs/msg/Callback';

/** Its definition; the trace is an ordinary MCAP with one channel per entity. */
export const CALLBACK_DEFINITION = `uint64 number
uint64 cause
uint64 duration
uint32 input
uint32 outputs
uint32 thread
uint32 overwritten
uint64 waited
`;

const BYTES = 4 + 3 * 8 + 4 * 4 + 8;
const TWO_32 = 4294967296;

/** Encodes trace records; the array returned is reused. */
export class CallbackEncoder {
  readonly #bytes = new Uint8Array(BYTES);
  readonly #view = new DataView(this.#bytes.buffer);

  constructor() {
    this.#bytes[1] = 1; // XCDR1, little endian
  }

  encode(record: CallbackRecord): Uint8Array {
    const view = this.#view;
    this.#uint64(4, record.number);
    this.#uint64(12, record.cause);
    this.#uint64(20, record.duration);
    view.setUint32(28, record.input >>> 0, true);
    view.setUint32(32, record.outputs, true);
    view.setUint32(36, record.thread, true);
    view.setUint32(40, record.overwritten, true);
    this.#uint64(44, record.waited);
    return this.#bytes;
  }

  #uint64(offset: number, value: number): void {
    this.#view.setUint32(offset, value % TWO_32, true);
    this.#view.setUint32(offset + 4, Math.floor(value / TWO_32), true);
  }
}
