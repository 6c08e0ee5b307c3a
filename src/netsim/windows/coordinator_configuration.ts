import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrreryError, readDescription } from '../../errors/index.js';
import { yaml } from '../../packages/index.js';
import { parseIpv4 } from '../protocol/ipv4.js';
import type { PeerAddress } from './peer_address.js';

/** The settings of ROS-NetSim's network coordinator that concern windows. */
export interface CoordinatorConfiguration {
  /** IPv4 addresses of the agents as numbers. */
  readonly addresses: readonly number[];
  readonly network: PeerAddress;
  readonly physics: PeerAddress;
  /** Windows after which a packet that was not released is forgotten. */
  readonly packetHolding: number;
}

interface Fields {
  readonly ip_list?: unknown;
  readonly packet_holding_duration?: unknown;
  readonly [key: string]: unknown;
}

/**
 * Reads a YAML configuration of ROS-NetSim. Keys that concern only its TUN devices, Gazebo or its
 * driver channel are ignored.
 *
 * @throws OrreryError `ORR_NETSIM_CONFIG`
 */
export function readCoordinatorConfiguration(file: string): CoordinatorConfiguration {
  let fields: Fields;
  try {
    fields = (yaml().parse(readDescription(file)) ?? {}) as Fields;
  } catch (cause) {
    throw refused(file, `cannot be read: ${(cause as Error).message.split('\n')[0]}`);
  }
  if (typeof fields !== 'object') throw refused(file, 'is not a mapping');
  const list = fields.ip_list;
  const addresses = Array.isArray(list) ? list.map((each) => parseIpv4(String(each))) : [];
  if (addresses.length === 0 || addresses.includes(undefined)) {
    throw refused(file, 'needs ip_list, a list of IPv4 addresses');
  }
  const holding = fields.packet_holding_duration ?? 50;
  if (typeof holding !== 'number' || !(holding > 0)) {
    throw refused(file, 'has a packet_holding_duration that is not a number of windows');
  }
  return {
    addresses: addresses.filter((each) => each !== undefined),
    network: addressIn(fields, file, {
      unix: 'net_use_uds',
      path: 'netsim_uds_server_address',
      standardPath: 'net_server_socket',
      host: 'netsim_ip_server_address',
      port: 'netsim_ip_server_port',
      standardPort: 10_000,
    }),
    physics: addressIn(fields, file, {
      unix: 'phy_use_uds',
      path: 'phy_uds_server_address',
      standardPath: 'phy_server_socket',
      host: 'phy_ip_server_address',
      port: 'phy_ip_server_port',
      standardPort: 10_001,
    }),
    packetHolding: holding,
  };
}

interface AddressKeys {
  readonly unix: string;
  readonly path: string;
  readonly standardPath: string;
  readonly host: string;
  readonly port: string;
  readonly standardPort: number;
}

function addressIn(fields: Fields, file: string, keys: AddressKeys): PeerAddress {
  if (fields[keys.unix] ?? true) {
    return { path: String(fields[keys.path] ?? join(tmpdir(), keys.standardPath)) };
  }
  const port = fields[keys.port] ?? keys.standardPort;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw refused(file, `has a ${keys.port} that is not a port`);
  }
  return { host: String(fields[keys.host] ?? '127.0.0.1'), port };
}

function refused(file: string, what: string): OrreryError {
  const sentence = `The coordinator's configuration ${file} ${what}; correct it.`;
  return new OrreryError('ORR_NETSIM_CONFIG', sentence, { place: { file } });
}
