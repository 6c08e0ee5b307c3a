/** A sample as a reader receives it. */
import type { Guid } from './guid.js';
import { type InlineQos, NO_INLINE_QOS, type SampleIdentity } from './inline_qos.js';
import { STATUS } from './submessages.js';
import { partsToNs } from './wire_time.js';

export class ReceivedSample {
  constructor(
    readonly writer: Guid,
    readonly sequence: number,
    /** With encapsulation header, maybe with padding behind; a view of the datagram until kept. */
    public payload: Uint8Array,
    /** Seconds since 1970 and parts of a second; -1 when the writer did not say. */
    readonly seconds: number,
    readonly parts: number,
    /** The engine's time. */
    readonly receivedAt: number,
    readonly isKey: boolean,
    readonly inlineQos: InlineQos = NO_INLINE_QOS,
  ) {}

  /** When it was written, ns since 1970; `undefined` when the writer did not say. */
  get sourceTimestamp(): bigint | undefined {
    if (this.seconds < 0) return undefined;
    return BigInt(this.seconds) * 1_000_000_000n + BigInt(partsToNs(this.parts));
  }

  /** Whether it only announces the end of an instance, without data. */
  get isDisposal(): boolean {
    return this.isKey || (this.inlineQos.status & (STATUS.disposed | STATUS.unregistered)) !== 0;
  }

  /** The request that the sample answers, or the reader that expects the answer to the sample. */
  get related(): SampleIdentity | undefined {
    return this.inlineQos.related;
  }

  /**
   * Copies its payload, so that a small sample does not keep a large datagram in memory.
   */
  keep(): void {
    const { payload } = this;
    if (payload.buffer.byteLength > 2 * payload.length + 256) this.payload = payload.slice();
  }
}
