/** Topic, type and definition of the one message in which a trace keeps its checkpoints. */
export const CHECKPOINTS_TOPIC = 'checkpoints';
export const CHECKPOINTS_TYPE = 'orrery_msgs/msg/Checkpoints';
export const CHECKPOINTS_DEFINITION = `uint32 every
int64[] times
uint64[] digests
`;

/** Callbacks from one checkpoint to the next. */
export const CHECKPOINT_EVERY = 4096;

/** Digests of the run after every 4096th callback, so that the first difference of two long runs is found by bisection. */
export interface Checkpoints {
  /** Callbacks from one checkpoint to the next; the first is after that many. */
  readonly every: number;
  /** When the last callback before each checkpoint ended, in ns since the epoch. */
  readonly times: BigInt64Array;
  /** Digest of all callbacks up to each checkpoint; two runs with equal digests were equal so far. */
  readonly digests: BigUint64Array;
}

/** Encodes checkpoints as the message with which a trace ends. */
export function encodeCheckpoints(
  times: readonly bigint[],
  digests: readonly bigint[],
): Uint8Array {
  const count = times.length;
  const bytes = new Uint8Array(4 + 8 + 8 * count + 8 + 8 * count);
  const view = new DataView(bytes.buffer, 4);
  bytes[1] = 1; // XCDR1, little endian
  view.setUint32(0, CHECKPOINT_EVERY, true);
  view.setUint32(4, count, true);
  for (let i = 0; i < count; i++) view.setBigInt64(8 + 8 * i, times[i]!, true);
  const second = 8 + 8 * count;
  view.setUint32(second, count, true);
  for (let i = 0; i < count; i++) view.setBigUint64(second + 8 + 8 * i, digests[i]!, true);
  return bytes;
}

/** Reads what {@link encodeCheckpoints} returns; undefined if the bytes are something else. */
export function decodeCheckpoints(bytes: Uint8Array): Checkpoints | undefined {
  if (bytes.length < 20 || bytes[1] !== 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + 4, bytes.length - 4);
  const every = view.getUint32(0, true);
  const count = view.getUint32(4, true);
  if (every === 0 || bytes.length !== 20 + 16 * count) return undefined;
  const times = new BigInt64Array(count);
  const digests = new BigUint64Array(count);
  for (let i = 0; i < count; i++) {
    times[i] = view.getBigInt64(8 + 8 * i, true);
    digests[i] = view.getBigUint64(16 + 8 * (count + i), true);
  }
  return { every, times, digests };
}
