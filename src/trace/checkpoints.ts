import { Digest } from '../kernel/index.js';
import type { CallbackRecord } from './sinks.js';
import { TWO_32 } from './uint64.js';

/** Topic, type and definition of the one message in which a trace keeps its checkpoints. */
export const CHECKPOINTS_TOPIC = 'checkpoints';
export const CHECKPOINTS_TYPE = 'orrery_msgs/msg/Checkpoints';
export const CHECKPOINTS_DEFINITION = `uint32 every
int64[] times
uint64[] digests
uint32[] within
`;

/** Records from one checkpoint to the next. */
export const CHECKPOINT_EVERY = 4096;

// Captured at load time: a guard may change `Math`.
const { floor } = Math;

/** Digests of the run after every 4096th record. */
export interface Checkpoints {
  /** Records from one checkpoint to the next; the first is after that many. */
  readonly every: number;
  /** Stamp of the checkpoint's record, ns since the epoch. */
  readonly times: BigInt64Array;
  /** How many records had this stamp up to this checkpoint, including its own. */
  readonly within: Uint32Array;
  /** Digest of all callbacks up to each checkpoint; two runs with equal digests were equal so far. */
  readonly digests: BigUint64Array;
}

/** A time in ns since the epoch, whose halves are compared without making a BigInt. */
export interface RecordStamp {
  readonly low: number;
  readonly high: number;
  readonly time: bigint;
}

/**
 * Chains the trace records of a run into one digest and notes it every 4096 records, so that
 * the first difference of two long runs is found by bisection.
 */
export class CheckpointChain {
  readonly #chain = new Digest();
  /** The words of one record that the digest covers. */
  readonly #words = new Int32Array(10);
  readonly #times: bigint[] = [];
  readonly #digests: bigint[] = [];
  readonly #within: number[] = [];
  #records = 0;
  #low = -1;
  #high = -1;
  #atStamp = 0;

  /**
   * @param entity - identity of the record's entity: equal in two runs if and only if it has the
   *   same name
   * @param stamp - time of the record
   */
  add(record: CallbackRecord, entity: number, stamp: RecordStamp): void {
    const words = this.#words;
    const { time, cause, duration } = record;
    words[0] = entity;
    words[1] = time;
    words[2] = floor(time / TWO_32);
    words[3] = cause;
    words[4] = floor(cause / TWO_32);
    words[5] = record.input;
    words[6] = record.output;
    words[7] = record.state;
    words[8] = duration;
    words[9] = floor(duration / TWO_32);
    this.#chain.each(words, 0, words.length);
    const { low, high } = stamp;
    this.#atStamp = low === this.#low && high === this.#high ? this.#atStamp + 1 : 1;
    this.#low = low;
    this.#high = high;
    if (++this.#records % CHECKPOINT_EVERY !== 0) return;
    this.#times.push(stamp.time);
    this.#within.push(this.#atStamp);
    this.#digests.push(BigInt(`0x${this.#chain.hex()}`));
  }

  /** Digest at the last checkpoint; undefined before the first. */
  get latest(): bigint | undefined {
    return this.#digests.at(-1);
  }

  /** Encodes all checkpoints so far as the message with which a trace ends. */
  encode(): Uint8Array {
    const count = this.#times.length;
    const bytes = new Uint8Array(4 + 8 + 8 * count + 8 + 8 * count + 4 + 4 * count);
    const view = new DataView(bytes.buffer, 4);
    bytes[1] = 1; // XCDR1, little endian
    view.setUint32(0, CHECKPOINT_EVERY, true);
    view.setUint32(4, count, true);
    for (let i = 0; i < count; i++) view.setBigInt64(8 + 8 * i, this.#times[i]!, true);
    const second = 8 + 8 * count;
    view.setUint32(second, count, true);
    for (let i = 0; i < count; i++) view.setBigUint64(second + 8 + 8 * i, this.#digests[i]!, true);
    const third = 16 + 16 * count;
    view.setUint32(third, count, true);
    for (let i = 0; i < count; i++) view.setUint32(third + 4 + 4 * i, this.#within[i]!, true);
    return bytes;
  }
}

/** Reads what {@link CheckpointChain.encode} returns; undefined if the bytes are something else. */
export function decodeCheckpoints(bytes: Uint8Array): Checkpoints | undefined {
  if (bytes.length < 24 || bytes[1] !== 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + 4, bytes.length - 4);
  const every = view.getUint32(0, true);
  const count = view.getUint32(4, true);
  if (every === 0 || bytes.length !== 24 + 20 * count) return undefined;
  const times = new BigInt64Array(count);
  const digests = new BigUint64Array(count);
  const within = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    within[i] = view.getUint32(20 + 16 * count + 4 * i, true);
    times[i] = view.getBigInt64(8 + 8 * i, true);
    digests[i] = view.getBigUint64(16 + 8 * (count + i), true);
  }
  return { every, times, digests, within };
}
