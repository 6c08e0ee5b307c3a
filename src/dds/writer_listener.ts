/** What the owner of a writer says to it and hears of it. */
import type { EndpointData } from './endpoint_data.js';
import type { SampleIdentity } from './inline_qos.js';
import type { PolicyName } from './qos.js';

/** What a writer tells its owner. All are optional. */
export interface WriterListener {
  /** A matching reader came (`change` 1) or went (-1); `count` are there now. */
  onMatched?(reader: EndpointData, change: 1 | -1, count: number): void;
  /** A reader of the topic asks for more than the writer offers. */
  onIncompatible?(reader: EndpointData, policy: PolicyName): void;
  /** Every reliable reader has acknowledged everything that was written. */
  onAcknowledged?(): void;
  /** A write was refused as `full`, and there is room again. */
  onWritable?(): void;
  /** No sample was written for as long as the deadline that the writer offers. */
  onDeadlineMissed?(count: number): void;
}

export interface WriteOptions {
  /** When the data is from; the time of the call when left out. Same scale as `now`. */
  readonly sourceTime?: number;
  /** Whose answer this is, or where the answer is expected. */
  readonly related?: SampleIdentity;
  /** Whom it is for, when not for every matching reader: others are told that it does not concern them. */
  readonly audience?: (vendor: number) => boolean;
  /** Of keyed topics: which instance this is about. */
  readonly keyHash?: Uint8Array;
  /** Of keyed topics: `STATUS` bits; the payload is then the key. */
  readonly status?: number;
}
