/** Parameter lists, the form of discovery data and inline QoS. */
import { Guid } from './guid.js';
import { MAX_PARAMETERS } from './limits.js';
import { LOCATOR_BYTES, type Locator, UDP_V4 } from './locator.js';
import { rejection } from './rejection.js';
import { REPRESENTATION } from './submessages.js';
import { WireReader } from './wire_reader.js';
import { durationNs, durationParts } from './wire_time.js';
import { WireWriter } from './wire_writer.js';

export const PID = {
  pad: 0x0000,
  sentinel: 0x0001,
  participantLease: 0x0002,
  topicName: 0x0005,
  typeName: 0x0007,
  domainId: 0x000f,
  protocolVersion: 0x0015,
  vendorId: 0x0016,
  reliability: 0x001a,
  liveliness: 0x001b,
  durability: 0x001d,
  durabilityService: 0x001e,
  ownership: 0x001f,
  presentation: 0x0021,
  deadline: 0x0023,
  destinationOrder: 0x0025,
  latencyBudget: 0x0027,
  partition: 0x0029,
  lifespan: 0x002b,
  userData: 0x002c,
  unicastLocator: 0x002f,
  multicastLocator: 0x0030,
  defaultUnicastLocator: 0x0031,
  metatrafficUnicastLocator: 0x0032,
  metatrafficMulticastLocator: 0x0033,
  contentFilter: 0x0035,
  history: 0x0040,
  resourceLimits: 0x0041,
  expectsInlineQos: 0x0043,
  defaultMulticastLocator: 0x0048,
  participantGuid: 0x0050,
  builtinEndpointSet: 0x0058,
  propertyList: 0x0059,
  endpointGuid: 0x005a,
  entityName: 0x0062,
  keyHash: 0x0070,
  statusInfo: 0x0071,
  dataRepresentation: 0x0073,
  relatedSampleIdentity: 0x0083,
  /** The id that Fast DDS used before 0x0083 was assigned; 2.x reads only this one from other vendors. */
  legacyRelatedSampleIdentity: 0x800f,
} as const;

/** Set in ids of the vendor's own parameters. */
const VENDOR_SPECIFIC = 0x8000;
/** Set in ids that a receiver must understand or else refuse the list. */
const MUST_UNDERSTAND = 0x4000;

const KNOWN: ReadonlySet<number> = new Set(Object.values(PID));

/**
 * Calls `each` for every parameter of a list; the reader then stands at the value and may read up
 * to `end`. Afterwards `reader` stands behind the list.
 * @throws Rejection when the list has no end or is too long
 */
export function readParameters(
  reader: WireReader,
  each: (pid: number, value: WireReader) => void,
): void {
  const value = new WireReader();
  for (let count = 0; ; count++) {
    if (count > MAX_PARAMETERS) throw rejection('parameter_list');
    if (reader.remaining < 4) throw rejection('parameter_list');
    const pid = reader.u16();
    const length = reader.u16();
    if (pid === PID.sentinel) return;
    if (length > reader.remaining) throw rejection('parameter_list');
    const at = reader.skip(length);
    if (pid === PID.pad) continue;
    if ((pid & MUST_UNDERSTAND) !== 0 && (pid & VENDOR_SPECIFIC) === 0) {
      if (!KNOWN.has(pid & ~MUST_UNDERSTAND)) throw rejection('parameter_list');
    }
    each(pid & ~MUST_UNDERSTAND, value.reset(reader.bytes, at, at + length, reader.little));
  }
}

/** A reader at the parameters of a payload with its encapsulation header. */
export function parameterListOf(payload: Uint8Array): WireReader {
  if (payload.length < 4) throw rejection('encapsulation');
  const id = (payload[0]! << 8) | payload[1]!;
  const little = id === REPRESENTATION.parametersLe;
  if (!little && id !== REPRESENTATION.parametersBe) throw rejection('encapsulation');
  return new WireReader().reset(payload, 4, payload.length, little);
}

export function readDuration(value: WireReader): number {
  const seconds = value.i32();
  return durationNs(seconds, value.u32());
}

/** A locator; `undefined` when it is not UDP over IPv4. */
export function readLocator(value: WireReader): Locator | undefined {
  const kind = value.i32();
  const port = value.u32();
  const at = value.skip(16);
  if (kind !== UDP_V4 || port === 0 || port > 0xffff) return undefined;
  const b = value.bytes;
  const address = `${b[at + 12]}.${b[at + 13]}.${b[at + 14]}.${b[at + 15]}`;
  return address === '0.0.0.0' ? undefined : { address, port };
}

export function readGuid(value: WireReader): Guid {
  return Guid.read(value.bytes, value.skip(16));
}

/** Writes a parameter list, little endian. */
export class ParameterWriter {
  readonly out: WireWriter;

  /** @param encapsulated whether it is a payload; inline QoS has no encapsulation header */
  constructor(encapsulated: boolean) {
    this.out = new WireWriter();
    if (encapsulated) this.out.append(Uint8Array.of(0, REPRESENTATION.parametersLe, 0, 0));
  }

  /** Adds one parameter whose value `write` writes, padded to a multiple of 4. */
  add(pid: number, write: (out: WireWriter) => void): this {
    const { out } = this;
    out.u16(pid);
    const lengthAt = out.reserve(2);
    const start = out.position;
    write(out);
    out.align(4, start);
    out.view.setUint16(lengthAt, out.position - start, true);
    return this;
  }

  u32(pid: number, value: number): this {
    return this.add(pid, (out) => out.u32(value));
  }

  string(pid: number, text: string): this {
    return this.add(pid, (out) => out.string(text));
  }

  octets(pid: number, bytes: Uint8Array): this {
    return this.add(pid, (out) => out.octets(bytes));
  }

  guid(pid: number, guid: Guid): this {
    return this.add(pid, (out) => out.append(guid.toBytes()));
  }

  duration(pid: number, ns: number): this {
    return this.add(pid, (out) => writeDuration(out, ns));
  }

  locator(pid: number, locator: Locator): this {
    return this.add(pid, (out) => {
      const at = out.reserve(LOCATOR_BYTES);
      out.bytes.fill(0, at, at + LOCATOR_BYTES);
      out.view.setInt32(at, UDP_V4, true);
      out.view.setUint32(at + 4, locator.port, true);
      locator.address.split('.').forEach((part, i) => {
        out.bytes[at + 20 + i] = Number(part);
      });
    });
  }

  /** The list with its end mark. */
  finish(): Uint8Array {
    this.out.u16(PID.sentinel);
    this.out.u16(0);
    return this.out.finish();
  }
}

export function writeDuration(out: WireWriter, ns: number): void {
  const [seconds, parts] = durationParts(ns);
  out.u32(seconds);
  out.u32(parts);
}

/** The payload that announces the end of an entity of discovery: only its GUID. */
export function guidKeyPayload(pid: number, guid: Uint8Array): Uint8Array {
  return new ParameterWriter(true).add(pid, (out) => out.append(guid)).finish();
}
