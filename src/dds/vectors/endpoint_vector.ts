/** Descriptions of endpoints and participants in captures of real processes. */
import type { EndpointData } from '../endpoint_data.js';
import { fromHex, Guid, hex } from '../guid.js';
import type { Qos } from '../qos.js';
import {
  DESTINATION_ORDER,
  DURABILITY,
  LIVELINESS,
  OWNERSHIP,
  PRESENTATION,
  RELIABILITY,
} from '../qos.js';

/** A duration in ns or `"infinite"`. */
export type VectorDuration = number | 'infinite';

export interface VectorQos {
  readonly reliability: string;
  readonly reliability_max_blocking_time_ns?: VectorDuration;
  readonly durability: string;
  readonly history?: string;
  readonly history_depth?: number;
  readonly resource_limits?: readonly number[];
  readonly deadline_ns?: VectorDuration;
  readonly lifespan_ns?: VectorDuration;
  readonly latency_budget_ns?: VectorDuration;
  readonly liveliness?: string;
  readonly liveliness_lease_ns?: VectorDuration;
  readonly ownership?: string;
  readonly destination_order?: string;
  readonly presentation?: readonly [number, boolean, boolean];
  readonly partition?: readonly string[];
  readonly data_representation?: readonly number[];
  readonly user_data_hex?: string;
}

export interface VectorEndpoint {
  readonly kind: 'reader' | 'writer';
  readonly guid: string;
  readonly entity_kind: string;
  readonly participant_guid: string;
  readonly topic: string;
  readonly type: string;
  readonly qos: VectorQos;
  readonly node?: string | null;
}

/** Replaces the fields of a QoS that a capture has. */
export type DescribedEndpoint = Omit<VectorEndpoint, 'qos'> & {
  readonly qos: Readonly<Record<string, unknown>>;
};

export interface VectorParticipant {
  readonly guid: string;
  readonly qos: {
    readonly liveliness?: string;
    readonly liveliness_lease_ns?: VectorDuration;
    readonly user_data_hex?: string;
  };
}

export interface DiscoveryVector {
  readonly participants: readonly VectorParticipant[];
  readonly endpoints: readonly VectorEndpoint[];
}

const duration = (value: VectorDuration | undefined, otherwise: number) =>
  value === undefined ? otherwise : value === 'infinite' ? Number.POSITIVE_INFINITY : value;
const durationText = (ns: number): VectorDuration =>
  ns === Number.POSITIVE_INFINITY ? 'infinite' : ns;

/** The member of a list that a capture names in capitals. */
function kindOf<T extends string>(kinds: readonly T[], text: string): T {
  const found = kinds.find((kind) => kind.toUpperCase() === text.toUpperCase());
  if (found === undefined) throw new Error(`unknown policy ${text}`);
  return found;
}

function qosOf(vector: VectorQos): Qos {
  const limits = vector.resource_limits ?? [-1, -1, -1];
  const [scope, coherent, ordered] = vector.presentation ?? [0, false, false];
  return {
    reliability: kindOf(RELIABILITY, vector.reliability),
    maxBlockingTime: duration(vector.reliability_max_blocking_time_ns, 100e6),
    durability: kindOf(DURABILITY, vector.durability),
    history: {
      kind: vector.history === 'KEEP_ALL' ? 'keep_all' : 'keep_last',
      depth: vector.history_depth ?? 1,
    },
    limits: {
      samples: limits[0] ?? -1,
      instances: limits[1] ?? -1,
      samplesPerInstance: limits[2] ?? -1,
    },
    deadline: duration(vector.deadline_ns, Number.POSITIVE_INFINITY),
    latencyBudget: duration(vector.latency_budget_ns, 0),
    lifespan: duration(vector.lifespan_ns, Number.POSITIVE_INFINITY),
    liveliness: kindOf(LIVELINESS, vector.liveliness ?? 'AUTOMATIC'),
    livelinessLease: duration(vector.liveliness_lease_ns, Number.POSITIVE_INFINITY),
    ownership: kindOf(OWNERSHIP, vector.ownership ?? 'SHARED'),
    destinationOrder: kindOf(
      DESTINATION_ORDER,
      vector.destination_order ?? 'BY_RECEPTION_TIMESTAMP',
    ),
    presentation: { scope: PRESENTATION[scope] ?? 'instance', coherent, ordered },
    partitions: vector.partition ?? [],
    representations: vector.data_representation ?? [0],
  };
}

/** The engine's form of a description in a capture. */
export function endpointOf(vector: VectorEndpoint): EndpointData {
  return {
    guid: Guid.fromHex(vector.guid),
    topic: vector.topic,
    type: vector.type,
    qos: qosOf(vector.qos),
    userData: fromHex(vector.qos.user_data_hex ?? ''),
    unicast: [],
    expectsInlineQos: false,
  };
}

/** Describes the engine's data in the terms of a capture, with the fields that `like` has. */
export function describeEndpoint(data: EndpointData, like: VectorEndpoint): DescribedEndpoint {
  const { qos } = data;
  const { presentation } = qos;
  const all: Required<VectorQos> = {
    reliability: qos.reliability.toUpperCase(),
    reliability_max_blocking_time_ns: durationText(qos.maxBlockingTime),
    durability: qos.durability.toUpperCase(),
    history: qos.history.kind.toUpperCase(),
    history_depth: qos.history.depth,
    resource_limits: [qos.limits.samples, qos.limits.instances, qos.limits.samplesPerInstance],
    deadline_ns: durationText(qos.deadline),
    lifespan_ns: durationText(qos.lifespan),
    latency_budget_ns: durationText(qos.latencyBudget),
    liveliness: qos.liveliness.toUpperCase(),
    liveliness_lease_ns: durationText(qos.livelinessLease),
    ownership: qos.ownership.toUpperCase(),
    destination_order: qos.destinationOrder.toUpperCase(),
    presentation: [
      PRESENTATION.indexOf(presentation.scope),
      presentation.coherent,
      presentation.ordered,
    ],
    partition: qos.partitions,
    data_representation: qos.representations,
    user_data_hex: hex(data.userData),
  };
  const names = Object.keys(all).filter((name) => name in like.qos);
  return {
    kind: (data.guid.entity & 0x3f) <= 0x03 ? 'writer' : 'reader',
    guid: data.guid.text,
    entity_kind: `0x${(data.guid.entity & 0xff).toString(16).padStart(2, '0')}`,
    participant_guid: `${hex(data.guid.prefix)}000001c1`,
    topic: data.topic,
    type: data.type,
    qos: Object.fromEntries(names.map((name) => [name, all[name as keyof VectorQos]])),
  };
}
