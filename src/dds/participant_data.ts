/** The description of a participant in SPDP. */
import type { Guid } from './guid.js';
import { MAX_LOCATORS, MAX_NAME_BYTES, MAX_PROPERTIES, MAX_USER_DATA_BYTES } from './limits.js';
import type { Locator } from './locator.js';
import {
  ParameterWriter,
  PID,
  parameterListOf,
  readDuration,
  readGuid,
  readLocator,
  readParameters,
} from './parameter_list.js';
import { rejection } from './rejection.js';
import { PROTOCOL_VERSION } from './submessages.js';
import type { WireReader } from './wire_reader.js';

/** Bits of the set of builtin endpoints. */
export const BUILTIN = {
  participantAnnouncer: 1 << 0,
  participantDetector: 1 << 1,
  publicationsAnnouncer: 1 << 2,
  publicationsDetector: 1 << 3,
  subscriptionsAnnouncer: 1 << 4,
  subscriptionsDetector: 1 << 5,
  livelinessWriter: 1 << 10,
  livelinessReader: 1 << 11,
} as const;

/** The builtin endpoints of this engine. */
export const OUR_BUILTINS = Object.values(BUILTIN).reduce((all, bit) => all | bit, 0);

/** A participant as it describes itself. */
export interface ParticipantData {
  readonly guid: Guid;
  readonly vendor: number;
  /** Of the protocol, e.g. `[2, 3]`. */
  readonly version: readonly [number, number];
  /** Absent for Fast DDS, which does not announce it. */
  readonly domain: number | undefined;
  /** ns */
  readonly lease: number;
  readonly metatraffic: readonly Locator[];
  readonly userTraffic: readonly Locator[];
  readonly metatrafficMulticast: readonly Locator[];
  readonly userMulticast: readonly Locator[];
  readonly builtinEndpoints: number;
  readonly expectsInlineQos: boolean;
  readonly userData: Uint8Array;
  readonly name: string;
  readonly properties: readonly (readonly [string, string])[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function encodeParticipantData(data: ParticipantData): Uint8Array {
  const list = new ParameterWriter(true);
  list.add(PID.protocolVersion, (out) => out.append(Uint8Array.from(data.version)));
  list.add(PID.vendorId, (out) => {
    out.u8(data.vendor >> 8);
    out.u8(data.vendor & 0xff);
  });
  list.guid(PID.participantGuid, data.guid);
  if (data.domain !== undefined) list.u32(PID.domainId, data.domain);
  list.duration(PID.participantLease, data.lease);
  const locators = (pid: number, all: readonly Locator[]) => {
    for (const locator of all) list.locator(pid, locator);
  };
  locators(PID.metatrafficUnicastLocator, data.metatraffic);
  locators(PID.defaultUnicastLocator, data.userTraffic);
  locators(PID.metatrafficMulticastLocator, data.metatrafficMulticast);
  locators(PID.defaultMulticastLocator, data.userMulticast);
  list.u32(PID.builtinEndpointSet, data.builtinEndpoints);
  if (data.expectsInlineQos) list.add(PID.expectsInlineQos, (out) => out.u8(1));
  if (data.userData.length > 0) list.octets(PID.userData, data.userData);
  if (data.name !== '') list.string(PID.entityName, data.name);
  if (data.properties.length > 0) {
    list.add(PID.propertyList, (out) => {
      const start = out.position;
      out.u32(data.properties.length);
      for (const text of data.properties.flat()) {
        out.align(4, start);
        out.string(text);
      }
    });
  }
  return list.finish();
}

function push(list: readonly Locator[], value: WireReader): readonly Locator[] {
  const locator = readLocator(value);
  if (locator === undefined || list.length >= MAX_LOCATORS) return list;
  return [...list, locator];
}

/** @throws Rejection when the payload is malformed or does not say whose it is */
export function decodeParticipantData(payload: Uint8Array): ParticipantData {
  let guid: Guid | undefined;
  const data: Mutable<Omit<ParticipantData, 'guid'>> = {
    vendor: 0,
    version: PROTOCOL_VERSION,
    domain: undefined,
    lease: 100e9,
    metatraffic: [],
    userTraffic: [],
    metatrafficMulticast: [],
    userMulticast: [],
    builtinEndpoints: 0,
    expectsInlineQos: false,
    userData: new Uint8Array(0),
    name: '',
    properties: [],
  };
  readParameters(parameterListOf(payload), (pid, value) => {
    if (pid === PID.participantGuid) guid = readGuid(value);
    else readParameter(pid, value, data);
  });
  if (guid === undefined) throw rejection('parameter_list');
  return { guid, ...data };
}

function readParameter(
  pid: number,
  value: WireReader,
  data: Mutable<Omit<ParticipantData, 'guid'>>,
): void {
  switch (pid) {
    case PID.vendorId:
      data.vendor = (value.u8() << 8) | value.u8();
      break;
    case PID.protocolVersion:
      data.version = [value.u8(), value.u8()];
      break;
    case PID.domainId:
      data.domain = value.u32();
      break;
    case PID.participantLease:
      data.lease = readDuration(value);
      break;
    case PID.metatrafficUnicastLocator:
      data.metatraffic = push(data.metatraffic, value);
      break;
    case PID.defaultUnicastLocator:
      data.userTraffic = push(data.userTraffic, value);
      break;
    case PID.metatrafficMulticastLocator:
      data.metatrafficMulticast = push(data.metatrafficMulticast, value);
      break;
    case PID.defaultMulticastLocator:
      data.userMulticast = push(data.userMulticast, value);
      break;
    case PID.builtinEndpointSet:
      data.builtinEndpoints = value.u32();
      break;
    case PID.expectsInlineQos:
      data.expectsInlineQos = value.u8() !== 0;
      break;
    case PID.userData:
      data.userData = value.octets(MAX_USER_DATA_BYTES);
      break;
    case PID.entityName:
      data.name = value.string(MAX_NAME_BYTES);
      break;
    case PID.propertyList:
      data.properties = readProperties(value);
      break;
  }
}

function readProperties(value: WireReader): [string, string][] {
  const count = Math.min(value.u32(), MAX_PROPERTIES);
  return Array.from({ length: count }, () => [
    value.string(MAX_USER_DATA_BYTES),
    value.string(MAX_USER_DATA_BYTES),
  ]);
}
