/** News of discovery, as data that can be sent between threads. */
import type { DiscoveryListener } from './discovery_listener.js';
import type { EndpointData } from './endpoint_data.js';
import { hex, isWriterEntity } from './guid.js';
import type { Peer } from './peer.js';
import type { Qos } from './qos.js';
import type { NodeEntities } from './ros_discovery_info.js';
import { readEnclave } from './ros_user_data.js';

/** Another participant. */
export interface LivePeer {
  /** The prefix of the GUIDs of all its endpoints: 24 hexadecimal digits. */
  readonly prefix: string;
  /** Number of its vendor, see `VENDOR`. */
  readonly vendor: number;
  readonly name: string;
  /** The enclave in ROS 2; undefined if it is not a participant of ROS 2. */
  readonly enclave: string | undefined;
  /** ns */
  readonly lease: number;
  /** Locators at which it receives data: `address:port`. */
  readonly addresses: readonly string[];
}

/** A writer or reader of another participant. */
export interface LiveEndpoint {
  /** 32 hexadecimal digits */
  readonly guid: string;
  readonly kind: 'writer' | 'reader';
  /** As on the wire, e.g. `rt/chatter`. */
  readonly topic: string;
  readonly type: string;
  readonly qos: Qos;
  readonly userData: Uint8Array;
}

/** A node of another participant; its endpoints as GUIDs. */
export interface LiveNodeEntities {
  readonly namespace: string;
  readonly name: string;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
}

export type LiveNews =
  | { readonly what: 'peer'; readonly peer: LivePeer }
  | { readonly what: 'peer gone'; readonly prefix: string; readonly expired: boolean }
  | { readonly what: 'endpoint'; readonly endpoint: LiveEndpoint }
  | { readonly what: 'endpoint gone'; readonly guid: string }
  /** All nodes of other participants. */
  | { readonly what: 'nodes'; readonly nodes: readonly LiveNodeEntities[] };

/** Makes a listener that passes on the news of discovery. */
export function newsListener(tell: (news: LiveNews) => void): DiscoveryListener {
  return {
    onPeer: (peer, change) => {
      if (change === 'found' || change === 'changed') tell({ what: 'peer', peer: livePeer(peer) });
      else tell({ what: 'peer gone', prefix: peer.key, expired: change === 'expired' });
    },
    onEndpoint: (_, data, change) => {
      if (change === 'left') tell({ what: 'endpoint gone', guid: data.guid.text });
      else tell({ what: 'endpoint', endpoint: liveEndpoint(data) });
    },
  };
}

function livePeer({ prefix, data }: Peer): LivePeer {
  return {
    prefix: hex(prefix),
    vendor: data.vendor,
    name: data.name,
    enclave: readEnclave(data.userData),
    lease: data.lease,
    addresses: data.userTraffic.map(({ address, port }) => `${address}:${port}`),
  };
}

function liveEndpoint({ guid, topic, type, qos, userData }: EndpointData): LiveEndpoint {
  const kind = isWriterEntity(guid.entity) ? 'writer' : 'reader';
  return { guid: guid.text, kind, topic, type, qos, userData: userData.slice() };
}

export function liveNode({ namespace, name, readers, writers }: NodeEntities): LiveNodeEntities {
  return {
    namespace,
    name,
    readers: readers.map(({ text }) => text),
    writers: writers.map(({ text }) => text),
  };
}
