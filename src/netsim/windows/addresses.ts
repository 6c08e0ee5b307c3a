import type { NetworkModel } from '../../models/index.js';
import { parseIpv4 } from '../protocol/ipv4.js';

/** 10.0.0.1, the address of the first agent without a configured one. */
const FIRST = 0x0a000001;

/** IPv4 addresses of the agents as numbers, in their order. */
export function addressesOf({ agents }: Pick<NetworkModel, 'agents'>): readonly number[] {
  return Object.values(agents).map(
    ({ address }, index) => parseIpv4(address ?? '') ?? FIRST + index,
  );
}
