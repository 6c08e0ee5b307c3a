/** The entries of ROS 2 in USER_DATA: enclaves of participants, type hashes and service ids. */
import { MAX_USER_DATA_BYTES } from './limits.js';

/** Key and value of `key=value;`, in order. */
export type UserDataEntry = readonly [key: string, value: string];

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder();

function encodeUserData(entries: readonly UserDataEntry[]): Uint8Array {
  return utf8.encode(entries.map(([key, value]) => `${key}=${value};`).join(''));
}

/**
 * The entries of USER_DATA; other content is ignored, since programs may put anything
 * there.
 */
export function decodeUserData(bytes: Uint8Array): UserDataEntry[] {
  const text = fromUtf8.decode(bytes.subarray(0, MAX_USER_DATA_BYTES));
  return text.split(';').flatMap((entry): UserDataEntry[] => {
    const at = entry.indexOf('=');
    return at <= 0 ? [] : [[entry.slice(0, at), entry.slice(at + 1)]];
  });
}

/** The USER_DATA of a participant. @param enclave e.g. `/` or `/robot/camera` */
export function participantUserData(enclave = '/'): Uint8Array {
  return encodeUserData([['enclave', enclave]]);
}

/** The USER_DATA of an endpoint. */
export interface EndpointUserData {
  /** `RIHS01_…`; Humble has none. */
  readonly typeHash?: string;
  /** Of the endpoints of a service and of its clients in Cyclone's form: 16 bytes each. */
  readonly serviceId?: Uint8Array;
  readonly clientId?: Uint8Array;
}

export function endpointUserData(data: EndpointUserData): Uint8Array {
  const entries: UserDataEntry[] = [];
  if (data.serviceId !== undefined) entries.push(['serviceid', idText(data.serviceId)]);
  if (data.clientId !== undefined) entries.push(['clientid', idText(data.clientId)]);
  if (data.typeHash !== undefined) entries.push(['typehash', data.typeHash]);
  return encodeUserData(entries);
}

export function readEndpointUserData(bytes: Uint8Array): EndpointUserData {
  const entries = new Map(decodeUserData(bytes));
  const typeHash = entries.get('typehash');
  const serviceId = readId(entries.get('serviceid'));
  const clientId = readId(entries.get('clientid'));
  return {
    ...(typeHash !== undefined && /^RIHS01_[0-9a-f]{64}$/.test(typeHash) ? { typeHash } : {}),
    ...(serviceId === undefined ? {} : { serviceId }),
    ...(clientId === undefined ? {} : { clientId }),
  };
}

/** The enclave of a participant; `undefined` when it is not one of ROS 2. */
export function readEnclave(bytes: Uint8Array): string | undefined {
  return new Map(decodeUserData(bytes)).get('enclave');
}

/** Sixteen bytes as rmw_cyclonedds writes them: a space, then hexadecimal without leading zeros. */
function idText(id: Uint8Array): string {
  return ` ${[...id].map((byte) => byte.toString(16)).join('.')}`;
}

function readId(text: string | undefined): Uint8Array | undefined {
  const parts = text?.trim().split('.') ?? [];
  if (parts.length !== 16 || !parts.every((part) => /^[0-9a-f]{1,2}$/.test(part))) return undefined;
  return Uint8Array.from(parts, (part) => Number.parseInt(part, 16));
}
