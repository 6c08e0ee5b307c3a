import type { EndpointData } from './endpoint_data.js';
import type { Peer } from './peer.js';

/** What discovery tells the owner of a participant. All are optional. */
export interface DiscoveryListener {
  /** `expired` when its lease ended, `left` when it announced its end. */
  onPeer?(peer: Peer, change: 'found' | 'changed' | 'left' | 'expired'): void;
  onEndpoint?(peer: Peer, data: EndpointData, change: 'found' | 'changed' | 'left'): void;
}
