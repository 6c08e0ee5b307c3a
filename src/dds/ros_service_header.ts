/** The two forms in which requests and replies of ROS 2 services identify the client and the call. */
import { Guid, VENDOR } from './guid.js';
import type { SampleIdentity } from './inline_qos.js';
import type { ReceivedSample } from './received_sample.js';

/**
 * `payload`: rmw_cyclonedds puts 16 bytes before the fields. `inline`: rmw_fastrtps puts the header
 * beside the payload. A peer that expects one form misreads the other.
 */
export type ServiceForm = 'payload' | 'inline';

/** The form that peers of a vendor speak; unknown vendors follow Fast DDS, which follows DDS-RPC. */
export function serviceFormOf(vendor: number): ServiceForm {
  return vendor === VENDOR.cyclone ? 'payload' : 'inline';
}

/** Identifies a request: the client, and the number of the request. Equal clients have equal texts. */
export interface RequestId {
  readonly form: ServiceForm;
  /** `payload`: 8 bytes; `inline`: the GUID of the client's reader of replies, or of its writer. */
  readonly client: Uint8Array;
  readonly sequence: number;
}

const HEADER_BYTES = 16;

/** A payload in Cyclone's form: the header comes between encapsulation and fields. */
export function addHeader(payload: Uint8Array, client: Uint8Array, sequence: number): Uint8Array {
  const whole = new Uint8Array(payload.length + HEADER_BYTES);
  whole.set(payload.subarray(0, 4));
  whole.set(client.subarray(0, 8), 4);
  const view = new DataView(whole.buffer);
  view.setBigInt64(12, BigInt(sequence), true);
  whole.set(payload.subarray(4), 4 + HEADER_BYTES);
  return whole;
}

/**
 * Removes the header of a payload in Cyclone's form; returns `undefined` if it is too short for one. The
 * header is twice as long as CDR's largest alignment, so the fields stay aligned.
 */
export function takeHeader(
  payload: Uint8Array,
): { readonly id: RequestId; readonly payload: Uint8Array } | undefined {
  if (payload.length < 4 + HEADER_BYTES) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const sequence = Number(view.getBigInt64(12, payload[1] === 1));
  const fields = new Uint8Array(payload.length - HEADER_BYTES);
  fields.set(payload.subarray(0, 4));
  fields.set(payload.subarray(4 + HEADER_BYTES), 4);
  return { id: { form: 'payload', client: payload.slice(4, 12), sequence }, payload: fields };
}

/** The id of the request in a sample, and its fields; `undefined` if the sample lacks what its form needs. */
export function readRequest(
  sample: ReceivedSample,
  form: ServiceForm,
): { readonly id: RequestId; readonly payload: Uint8Array } | undefined {
  if (form === 'payload') return takeHeader(sample.payload);
  // A request names the reader that expects the reply; its number is that of the sample.
  const reader = sample.related?.writer;
  const client = reader !== undefined && !isUnknown(reader) ? reader : sample.writer;
  const { sequence } = sample;
  return { id: { form, client: client.toBytes(), sequence }, payload: sample.payload };
}

/** The id of the request that a sample answers, and its fields. */
export function readReply(
  sample: ReceivedSample,
  form: ServiceForm,
): { readonly id: RequestId; readonly payload: Uint8Array } | undefined {
  if (form === 'payload') return takeHeader(sample.payload);
  const { related } = sample;
  if (related === undefined || Number.isNaN(related.sequence)) return undefined;
  const id: RequestId = { form, client: related.writer.toBytes(), sequence: related.sequence };
  return { id, payload: sample.payload };
}

/** What inline QoS of a reply says about its request. */
export function relatedOf(id: RequestId): SampleIdentity {
  return { writer: Guid.read(id.client), sequence: id.sequence };
}

/** What inline QoS of a request says: where the reply is expected; the number is not known yet. */
export function expectedAt(reader: Guid): SampleIdentity {
  return { writer: reader, sequence: Number.NaN };
}

function isUnknown(guid: Guid): boolean {
  return guid.entity === 0 && guid.prefix.every((byte) => byte === 0);
}
