/** The parameters beside a payload in DATA: key hash, status, and the request that a reply answers. */
import { Guid } from './guid.js';
import { ParameterWriter, PID, readParameters } from './parameter_list.js';
import { WireReader } from './wire_reader.js';

/** A sample of a writer, as requests and replies of services refer to it. */
export interface SampleIdentity {
  readonly writer: Guid;
  /** NaN for SEQUENCENUMBER_UNKNOWN. */
  readonly sequence: number;
}

/** The parts of inline QoS that the engine reads. */
export interface InlineQos {
  readonly status: number;
  readonly keyHash: Uint8Array | undefined;
  readonly related: SampleIdentity | undefined;
}

export const NO_INLINE_QOS: InlineQos = { status: 0, keyHash: undefined, related: undefined };
const NOTHING = new Uint8Array(0);

export interface InlineQosOptions {
  readonly status?: number;
  readonly keyHash?: Uint8Array;
  readonly related?: SampleIdentity;
}

export function encodeInlineQos(options: InlineQosOptions): Uint8Array {
  const { status, keyHash, related } = options;
  if (status === undefined && keyHash === undefined && related === undefined) return NOTHING;
  const list = new ParameterWriter(false);
  if (related !== undefined) {
    // Each generation of Fast DDS reads a different one of the two.
    for (const pid of [PID.relatedSampleIdentity, PID.legacyRelatedSampleIdentity]) {
      list.add(pid, (out) => {
        out.append(related.writer.toBytes());
        out.sequence(Number.isNaN(related.sequence) ? -1 : related.sequence);
      });
    }
  }
  if (keyHash !== undefined) list.add(PID.keyHash, (out) => out.append(keyHash));
  if (status !== undefined) {
    list.add(PID.statusInfo, (out) => {
      // In network order, whatever the byte order of the list.
      for (const byte of [0, 0, 0, status]) out.u8(byte);
    });
  }
  return list.finish();
}

const reader = new WireReader();

/** @param start where the list starts; below 0 when there is none
 * @throws Rejection when the list is malformed */
export function decodeInlineQos(
  bytes: Uint8Array,
  start: number,
  end: number,
  little: boolean,
): InlineQos {
  if (start < 0) return NO_INLINE_QOS;
  let status = 0;
  let keyHash: Uint8Array | undefined;
  let related: SampleIdentity | undefined;
  let legacy: SampleIdentity | undefined;
  const identity = (value: WireReader): SampleIdentity => ({
    writer: Guid.read(value.bytes, value.skip(16)),
    sequence: value.sequence(),
  });
  readParameters(reader.reset(bytes, start, end, little), (pid, value) => {
    if (pid === PID.statusInfo) {
      value.skip(3);
      status = value.u8();
    } else if (pid === PID.keyHash) {
      const at = value.skip(16);
      keyHash = value.bytes.slice(at, at + 16);
    } else if (pid === PID.relatedSampleIdentity) related = identity(value);
    else if (pid === PID.legacyRelatedSampleIdentity && value.remaining >= 24) {
      legacy = identity(value);
    }
  });
  return { status, keyHash, related: related ?? legacy };
}
