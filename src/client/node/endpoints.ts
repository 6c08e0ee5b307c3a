import type { Client, Publisher, Service, Subscription } from '../../graph/index.js';
import { type EndpointQos, endpointQos } from '../qos/endpoint_qos.js';
import { endpointGid } from '../topic/endpoint_gid.js';

/** The parts of a type hash. */
export interface TypeHash {
  version: number;
  /** 32 bytes. */
  value: Buffer;
}

/** One end of a topic, as the graph queries return it. */
export interface TopicEndpoint {
  node_name: string;
  node_namespace: string;
  topic_type: string;
  topic_type_hash: TypeHash;
  /** See `EndpointType`. */
  endpoint_type: number;
  endpoint_gid: number[];
  qos_profile: EndpointQos;
  [field: string]: unknown;
}

/** One end of a service, as the graph queries return it. */
export interface ServiceEndpoint {
  node_name: string;
  node_namespace: string;
  service_type: string;
  service_type_hash: TypeHash;
  /** See `EndpointType`. */
  endpoint_type: number;
  endpoint_count: number;
  endpoint_gids: number[][];
  qos_profiles: EndpointQos[];
  [field: string]: unknown;
}

/** Kinds of ends, as in `rmw_endpoint_type_t`. */
const EndpointType = { PUBLISHER: 1, SUBSCRIPTION: 2, CLIENT: 3, SERVER: 4 } as const;

/** What the graph says about a publisher or subscription. */
export function topicEndpoint(endpoint: Publisher | Subscription): TopicEndpoint {
  return {
    node_name: endpoint.node.name,
    node_namespace: endpoint.node.namespace,
    topic_type: endpoint.type.name,
    topic_type_hash: typeHash(endpoint.type.hash),
    endpoint_type:
      endpoint.kind === 'publisher' ? EndpointType.PUBLISHER : EndpointType.SUBSCRIPTION,
    endpoint_gid: endpointGid(endpoint),
    qos_profile: endpointQos(endpoint.qos),
  };
}

/** What the graph says about a service or a client; both have two ends in DDS. */
export function serviceEndpoint(endpoint: Client | Service): ServiceEndpoint {
  const gid = endpointGid(endpoint);
  const qos = endpointQos(endpoint.qos);
  return {
    node_name: endpoint.node.name,
    node_namespace: endpoint.node.namespace,
    service_type: endpoint.type.name,
    service_type_hash: typeHash(endpoint.type.hash),
    endpoint_type: endpoint.kind === 'client' ? EndpointType.CLIENT : EndpointType.SERVER,
    endpoint_count: 2,
    endpoint_gids: [gid, [...gid.slice(0, -1), 1]],
    qos_profiles: [qos, qos],
  };
}

function typeHash(text: string): TypeHash {
  const [, version, value = ''] = /^RIHS(\d+)_([0-9a-f]{64})$/.exec(text) ?? [];
  return { version: Number(version), value: Buffer.from(value, 'hex') };
}
