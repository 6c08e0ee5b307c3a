/** The options of a write, and the events of a writer. */
import type { EndpointData } from './endpoint_data.js';
import type { SampleIdentity } from './inline_qos.js';
import type { PolicyName } from './qos.js';

/** Events of a writer. All listeners are optional. */
export interface WriterListener {
  /** A matching reader came (`change` 1) or went (-1); `count` are there now. */
  onMatched?(reader: EndpointData, change: 1 | -1, count: number): void;
  /** A reader of the topic requests more than the writer offers. */
  onIncompatible?(reader: EndpointData, policy: PolicyName): void;
  /** Every reliable reader has acknowledged everything that was written. */
  onAcknowledged?(): void;
  /** A write was refused as `full`, and there is room again. */
  onWritable?(): void;
  /** No sample was written within the deadline that the writer offers. */
  onDeadlineMissed?(count: number): void;
}

export interface WriteOptions {
  /** The source time, on the scale of `now`. Default: the time of the call. */
  readonly sourceTime?: number;
  /** The request that the sample answers, or the reader that expects the answer to the sample. */
  readonly related?: SampleIdentity;
  /**
   * Selects the readers that the sample is for, by vendor; other matching readers are told that it
   * is irrelevant to them.
   */
  readonly audience?: (vendor: number) => boolean;
  /** For keyed topics: the instance that the sample belongs to. */
  readonly keyHash?: Uint8Array;
  /** For keyed topics: `STATUS` bits; the payload is then the key. */
  readonly status?: number;
}
