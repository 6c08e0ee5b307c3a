/** The options of a participant on UDP. */
import { OrreryError } from '../errors/index.js';
import type { DiscoveryListener } from './discovery_listener.js';
import { type Locator, PORTS, SPDP_GROUP } from './locator.js';

export interface UdpOptions {
  readonly domain: number;
  /** Names or addresses of interfaces. Default: the loopback only. */
  readonly interfaces?: readonly string[];
  /** Whether participants are found by multicast. Default true. */
  readonly multicast?: boolean;
  /** Addresses at which participants are looked for, `address` or `address:port`. */
  readonly peers?: readonly string[];
  /** Number of participants to look for at an address without a port. Default: 10. */
  readonly peerParticipants?: number;
  /** How many participant indexes of the domain are tried, from the first on. Default: all 120. */
  readonly places?: number;
  readonly userData?: Uint8Array;
  readonly name?: string;
  /** ns */
  readonly lease?: number;
  /** Default: 60,000 bytes within this machine, 1344 beyond it. */
  readonly maxDatagram?: number;
  readonly listener?: DiscoveryListener;
  /** Its writers do not match its own readers. Default false. */
  readonly ignoreOwn?: boolean;
  /** Prefix of the only participant that it finds. Default: it finds all. */
  readonly only?: Uint8Array;
  /** Keeps peers whose lease has ended: other means show when they are gone. */
  readonly keepsSilent?: boolean;
  /** For tests: the delays in ms after which a datagram is sent or handled, none for a loss, several for duplicates. */
  readonly impair?: (datagram: Uint8Array, direction: 'in' | 'out') => readonly number[];
}

/** The group at which participants of a domain announce themselves. */
export function groupOf(domain: number): Locator {
  return { address: SPDP_GROUP, port: PORTS.spdpMulticast(domain) };
}

/**
 * Where a participant announces itself.
 * @throws `ORR_DDS_PEER` when an address cannot be read
 */
export function targetsOf(options: UdpOptions): Locator[] {
  const { domain, multicast = true, peers = [], peerParticipants = 10 } = options;
  const unicast = peers.flatMap((peer) => {
    const match = /^(\d+\.\d+\.\d+\.\d+)(?::(\d+))?$/.exec(peer);
    if (match === null) {
      throw new OrreryError(
        'ORR_DDS_PEER',
        `"${peer}" is not a valid peer address; write an IPv4 address, or one with :port.`,
      );
    }
    const address = match[1]!;
    if (match[2] !== undefined) return [{ address, port: Number(match[2]) }];
    return Array.from({ length: peerParticipants }, (_, index) => ({
      address,
      port: PORTS.spdpUnicast(domain, index),
    }));
  });
  return multicast ? [groupOf(domain), ...unicast] : unicast;
}
