/** The endpoints that every participant has for discovery. */
import type { EndpointData } from './endpoint_data.js';
import { ENTITY, Guid } from './guid.js';
import { BUILTIN } from './participant_data.js';
import { DEFAULT_QOS, type Qos } from './qos.js';

export const BUILTIN_QOS: Qos = {
  ...DEFAULT_QOS,
  durability: 'transient_local',
  history: { kind: 'keep_all', depth: -1 },
};
export const NEWEST_QOS: Qos = { ...BUILTIN_QOS, history: { kind: 'keep_last', depth: 2 } };

/** Pairs of our builtin endpoints with those of a peer, and the bit that announces each. */
export const BUILTIN_READERS = [
  [ENTITY.publicationsReader, ENTITY.publicationsWriter, BUILTIN.publicationsDetector],
  [ENTITY.subscriptionsReader, ENTITY.subscriptionsWriter, BUILTIN.subscriptionsDetector],
  [ENTITY.livelinessReader, ENTITY.livelinessWriter, BUILTIN.livelinessReader],
] as const;
export const BUILTIN_WRITERS = [
  [ENTITY.publicationsWriter, ENTITY.publicationsReader, BUILTIN.publicationsAnnouncer],
  [ENTITY.subscriptionsWriter, ENTITY.subscriptionsReader, BUILTIN.subscriptionsAnnouncer],
  [ENTITY.livelinessWriter, ENTITY.livelinessReader, BUILTIN.livelinessWriter],
] as const;

/** Builtin endpoints are never announced: the specification fixes their properties. */
export function builtinData(prefix: Uint8Array, entity: number, qos: Qos): EndpointData {
  return {
    guid: new Guid(prefix, entity),
    topic: 'builtin',
    type: 'builtin',
    qos,
    userData: new Uint8Array(0),
    unicast: [],
    expectsInlineQos: false,
  };
}
