/** What guests call an endpoint: in requests, in what is known of a message, in introspection. */
import type { Client, Publisher } from '../graph/index.js';

export function endpointNumber(endpoint: Client | Publisher): number {
  return ((endpoint.node.number << 16) ^ endpoint.index) >>> 0;
}
