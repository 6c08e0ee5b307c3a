/**
 * Quality of service as the middleware knows it: policies, and which offers satisfy which requests.
 */

export type History = 'keep_last' | 'keep_all';
export type Reliability = 'reliable' | 'best_effort';
export type Durability = 'volatile' | 'transient_local';
export type Liveliness = 'automatic' | 'manual_by_topic';

/** Durations are in ns; Infinity means no bound. */
export interface Qos {
  readonly history: History;
  /** Queue length under keep_last; at least 1. */
  readonly depth: number;
  readonly reliability: Reliability;
  readonly durability: Durability;
  readonly deadline: number;
  readonly lifespan: number;
  readonly liveliness: Liveliness;
  readonly livelinessLease: number;
}

/** The default profile of topics and services: reliable, volatile, keep last 10. */
export const DEFAULT_QOS: Qos = {
  history: 'keep_last',
  depth: 10,
  reliability: 'reliable',
  durability: 'volatile',
  deadline: Number.POSITIVE_INFINITY,
  lifespan: Number.POSITIVE_INFINITY,
  liveliness: 'automatic',
  livelinessLease: Number.POSITIVE_INFINITY,
};

/** The policies that are matched between an offer (publisher) and a request (subscription). */
export type MatchedPolicy =
  | 'reliability'
  | 'durability'
  | 'deadline'
  | 'liveliness'
  | 'liveliness_lease_duration';

/**
 * The first policy in which the offer does not satisfy the request; undefined if they are compatible.
 * Request ≤ offer, policy by policy (DDS 1.4, section 2.2.3). Lifespan, history and depth are not
 * matched.
 */
export function incompatiblePolicy(offer: Qos, request: Qos): MatchedPolicy | undefined {
  if (offer.reliability === 'best_effort' && request.reliability === 'reliable') {
    return 'reliability';
  }
  if (offer.durability === 'volatile' && request.durability === 'transient_local') {
    return 'durability';
  }
  if (offer.deadline > request.deadline) return 'deadline';
  if (offer.liveliness === 'automatic' && request.liveliness === 'manual_by_topic') {
    return 'liveliness';
  }
  if (offer.livelinessLease > request.livelinessLease) return 'liveliness_lease_duration';
  return undefined;
}

/**
 * Whether a message published at that time has outlived its publisher's lifespan and is no longer received.
 */
export function isExpired(qos: Qos, sourceTime: number, now: number): boolean {
  return now - sourceTime >= qos.lifespan;
}
