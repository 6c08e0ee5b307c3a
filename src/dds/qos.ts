/** QoS policies of DDS, and which offers satisfy which requests. */

export type ReliabilityKind = 'best_effort' | 'reliable';
export type DurabilityKind = 'volatile' | 'transient_local' | 'transient' | 'persistent';
export type HistoryKind = 'keep_last' | 'keep_all';
export type LivelinessKind = 'automatic' | 'manual_by_participant' | 'manual_by_topic';
export type OwnershipKind = 'shared' | 'exclusive';
export type DestinationOrderKind = 'by_reception_timestamp' | 'by_source_timestamp';
export type PresentationKind = 'instance' | 'topic' | 'group';

// On the wire, a kind is its index here (reliability counts from 1); later kinds offer more.
export const RELIABILITY: readonly ReliabilityKind[] = ['best_effort', 'reliable'];
export const DURABILITY: readonly DurabilityKind[] = [
  'volatile',
  'transient_local',
  'transient',
  'persistent',
];
export const HISTORY: readonly HistoryKind[] = ['keep_last', 'keep_all'];
export const LIVELINESS: readonly LivelinessKind[] = [
  'automatic',
  'manual_by_participant',
  'manual_by_topic',
];
export const OWNERSHIP: readonly OwnershipKind[] = ['shared', 'exclusive'];
export const DESTINATION_ORDER: readonly DestinationOrderKind[] = [
  'by_reception_timestamp',
  'by_source_timestamp',
];
export const PRESENTATION: readonly PresentationKind[] = ['instance', 'topic', 'group'];

/** Data representation (XTypes 7.6.3.1.1). */
export const XCDR1 = 0;

/** How much of a topic's past is kept. `depth` counts for `keep_last` only. */
export interface History {
  readonly kind: HistoryKind;
  readonly depth: number;
}

/** Bounds of a history; -1 stands for none. */
export interface ResourceLimits {
  readonly samples: number;
  readonly instances: number;
  readonly samplesPerInstance: number;
}

/** Who may see changes in which order. */
export interface Presentation {
  readonly scope: PresentationKind;
  readonly coherent: boolean;
  readonly ordered: boolean;
}

/** All policies of an endpoint. Durations are in ns, `Infinity` when there is no bound. */
export interface Qos {
  readonly reliability: ReliabilityKind;
  /** Announced only: writes never block. */
  readonly maxBlockingTime: number;
  readonly durability: DurabilityKind;
  readonly history: History;
  readonly limits: ResourceLimits;
  /** What a transient-local writer keeps for late joiners; its history when left out. */
  readonly durabilityService?: History;
  readonly deadline: number;
  readonly latencyBudget: number;
  /** Of writers. */
  readonly lifespan: number;
  readonly liveliness: LivelinessKind;
  readonly livelinessLease: number;
  readonly ownership: OwnershipKind;
  readonly destinationOrder: DestinationOrderKind;
  readonly presentation: Presentation;
  readonly partitions: readonly string[];
  /** Of a writer: what it writes. Of a reader: what it accepts. */
  readonly representations: readonly number[];
}

const FOREVER = Number.POSITIVE_INFINITY;

/** The policies that ROS 2 means by "default": reliable, volatile, keep-last 10. */
export const DEFAULT_QOS: Qos = {
  reliability: 'reliable',
  maxBlockingTime: FOREVER,
  durability: 'volatile',
  history: { kind: 'keep_last', depth: 10 },
  limits: { samples: -1, instances: -1, samplesPerInstance: -1 },
  deadline: FOREVER,
  latencyBudget: 0,
  lifespan: FOREVER,
  liveliness: 'automatic',
  livelinessLease: FOREVER,
  ownership: 'shared',
  destinationOrder: 'by_reception_timestamp',
  presentation: { scope: 'instance', coherent: false, ordered: false },
  partitions: [],
  representations: [XCDR1],
};

/** A policy whose offer may not satisfy a request, by DDS's own name. */
export type PolicyName =
  | 'durability'
  | 'presentation'
  | 'deadline'
  | 'latency_budget'
  | 'ownership'
  | 'liveliness'
  | 'partition'
  | 'reliability'
  | 'destination_order'
  | 'data_representation';

/**
 * The first policy for which `offered` does not satisfy `requested`, in the order in which DDS
 * implementations look at them; `undefined` when they match.
 */
export function incompatiblePolicy(offered: Qos, requested: Qos): PolicyName | undefined {
  if (!partitionsMeet(offered.partitions, requested.partitions)) return 'partition';
  const less = <T>(order: readonly T[], offer: T, request: T) =>
    order.indexOf(offer) < order.indexOf(request);
  if (less(RELIABILITY, offered.reliability, requested.reliability)) return 'reliability';
  if (less(DURABILITY, offered.durability, requested.durability)) return 'durability';
  const [offer, request] = [offered.presentation, requested.presentation];
  if (
    less(PRESENTATION, offer.scope, request.scope) ||
    (request.coherent && !offer.coherent) ||
    (request.ordered && !offer.ordered)
  ) {
    return 'presentation';
  }
  if (offered.deadline > requested.deadline) return 'deadline';
  if (offered.latencyBudget > requested.latencyBudget) return 'latency_budget';
  if (offered.ownership !== requested.ownership) return 'ownership';
  if (
    less(LIVELINESS, offered.liveliness, requested.liveliness) ||
    offered.livelinessLease > requested.livelinessLease
  ) {
    return 'liveliness';
  }
  if (less(DESTINATION_ORDER, offered.destinationOrder, requested.destinationOrder)) {
    return 'destination_order';
  }
  const written = offered.representations[0] ?? XCDR1;
  const accepted = requested.representations.length > 0 ? requested.representations : [XCDR1];
  return accepted.includes(written) ? undefined : 'data_representation';
}

/** Whether two lists of partitions have one in common; an empty list stands for the partition "". */
function partitionsMeet(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true;
  const one = a.length === 0 ? [''] : a;
  const other = b.length === 0 ? [''] : b;
  return one.some((x) => other.some((y) => partitionMeets(x, y)));
}

/** Patterns match names, not other patterns. */
function partitionMeets(a: string, b: string): boolean {
  const [aIsPattern, bIsPattern] = [/[*?[]/.test(a), /[*?[]/.test(b)];
  if (aIsPattern && bIsPattern) return false;
  if (aIsPattern) return matchesPattern(a, b);
  return bIsPattern ? matchesPattern(b, a) : a === b;
}

/** `fnmatch` with `*` and `?` in linear space and bounded time; `[` stands for itself. */
function matchesPattern(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
