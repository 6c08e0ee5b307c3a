/** The number by which guests know an endpoint: in requests, in message info and in introspection. */
import type { Client, Publisher } from '../graph/index.js';

export function endpointNumber(endpoint: Client | Publisher): number {
  return ((endpoint.node.number << 16) ^ endpoint.index) >>> 0;
}
