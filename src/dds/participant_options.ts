/** The options of a participant, a writer and a reader. */
import { OrreryError } from '../errors/index.js';
import type { DiscoveryListener } from './discovery_listener.js';
import type { ContentFilter } from './endpoint_data.js';
import { type Guid, PREFIX_BYTES, VENDOR } from './guid.js';
import { MAX_DATAGRAM_BYTES, MIN_DATAGRAM_BYTES } from './limits.js';
import { type Locator, MAX_DOMAIN } from './locator.js';
import { OUR_BUILTINS, type ParticipantData } from './participant_data.js';
import type { Qos } from './qos.js';
import { PROTOCOL_VERSION } from './submessages.js';

export interface ParticipantOptions {
  readonly domain: number;
  /** Twelve bytes that no other participant has: `newPrefix` makes them from random ones. */
  readonly prefix: Uint8Array;
  /** ns since 1970 when the engine's time is 0. */
  readonly epoch: bigint;
  /** Its locators for discovery, and for everything else (default: the same). */
  readonly metatraffic: readonly Locator[];
  readonly userTraffic?: readonly Locator[];
  readonly metatrafficMulticast?: readonly Locator[];
  /** Destinations of its announcements: groups, and addresses of peers. */
  readonly targets: readonly Locator[];
  /** Time in ns without news after which others forget it. Default: 10 s. */
  readonly lease?: number;
  /** Period of its announcements in ns. Default: a third of the lease, at most 3 s. */
  readonly period?: number;
  readonly userData?: Uint8Array;
  readonly name?: string;
  /** The largest datagram; larger samples are sent in parts. Default 1344. */
  readonly maxDatagram?: number;
  /** Its datagrams may consist of parts, so that large payloads need not be copied. Default false. */
  readonly scatters?: boolean;
  /** How well a locator of a peer can be reached: the highest rank wins; a locator below 0 is never used. */
  readonly rank?: (locator: Locator) => number;
  readonly listener?: DiscoveryListener;
  /** Its writers do not match its own readers. Default false. */
  readonly ignoreOwn?: boolean;
  /** Prefix of the only participant that it finds. Default: it finds all. */
  readonly only?: Uint8Array;
  /** Keeps peers whose lease has ended: other means show when they are gone. */
  readonly keepsSilent?: boolean;
}

/** The options of a writer or reader. */
export interface EndpointOptions {
  readonly topic: string;
  readonly type: string;
  readonly qos: Qos;
  readonly userData?: Uint8Array;
  /** Whether the topic has keys. ROS 2's have none. */
  readonly keyed?: boolean;
  /** Announced only; `ReaderOptions.filter` does the filtering. */
  readonly contentFilter?: ContentFilter;
}

/** Makes a prefix from ten random bytes (in virtual time from a named stream); it is new at each start. */
export function newPrefix(random: Uint8Array, vendor: number = VENDOR.orrery): Uint8Array {
  const prefix = new Uint8Array(PREFIX_BYTES);
  prefix[0] = vendor >> 8;
  prefix[1] = vendor & 0xff;
  prefix.set(random.subarray(0, PREFIX_BYTES - 2), 2);
  return prefix;
}

const DEFAULT_LEASE_NS = 10e9;
export const DEFAULT_DATAGRAM_BYTES = 1344;

/** @throws `ORR_DDS_DOMAIN`, `ORR_DDS_OPTION` */
export function checkOptions({ domain, prefix, maxDatagram }: ParticipantOptions): void {
  if (!Number.isInteger(domain) || domain < 0 || domain > MAX_DOMAIN) {
    throw new OrreryError(
      'ORR_DDS_DOMAIN',
      `The domain ${domain} has no ports; use one from 0 to ${MAX_DOMAIN}.`,
    );
  }
  if (prefix.length !== PREFIX_BYTES) {
    throw new OrreryError(
      'ORR_DDS_OPTION',
      `A GUID prefix has ${PREFIX_BYTES} bytes, not ${prefix.length}.`,
    );
  }
  const bytes = maxDatagram ?? DEFAULT_DATAGRAM_BYTES;
  if (!(bytes >= MIN_DATAGRAM_BYTES && bytes <= MAX_DATAGRAM_BYTES)) {
    throw new OrreryError(
      'ORR_DDS_OPTION',
      `Datagrams of ${bytes} bytes are not possible; use ${MIN_DATAGRAM_BYTES} to ${MAX_DATAGRAM_BYTES}.`,
    );
  }
}

/** The participant's description of itself. */
export function describe(options: ParticipantOptions, guid: Guid): ParticipantData {
  return {
    guid,
    vendor: VENDOR.orrery,
    version: PROTOCOL_VERSION,
    domain: options.domain,
    lease: options.lease ?? DEFAULT_LEASE_NS,
    metatraffic: options.metatraffic,
    userTraffic: options.userTraffic ?? options.metatraffic,
    metatrafficMulticast: options.metatrafficMulticast ?? [],
    userMulticast: [],
    builtinEndpoints: OUR_BUILTINS,
    expectsInlineQos: false,
    userData: options.userData ?? new Uint8Array(0),
    name: options.name ?? '',
    properties: [],
  };
}
