import { DEFAULT_QOS, type Qos } from '../../graph/index.js';
import { QoS } from './qos.js';
import { type QoSArgument, resolveQoS } from './resolve_qos.js';

const { RMW_QOS_POLICY_HISTORY_KEEP_ALL: KEEP_ALL } = QoS.HistoryPolicy;
const { RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: BEST_EFFORT } = QoS.ReliabilityPolicy;
const { RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: TRANSIENT_LOCAL } = QoS.DurabilityPolicy;
const { RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC: MANUAL_BY_TOPIC } = QoS.LivelinessPolicy;

/** Depth of a keep-last queue without one: the default of DDS. */
const DDS_DEPTH = 1;

/** The graph's form of a quality of service. System defaults mean those of DDS writers in ROS 2. */
export function graphQos(argument: QoSArgument | null | undefined): Qos {
  const qos = resolveQoS(argument);
  return {
    history: qos.history === KEEP_ALL ? 'keep_all' : 'keep_last',
    depth: qos.depth > 0 ? qos.depth : DDS_DEPTH,
    reliability: qos.reliability === BEST_EFFORT ? 'best_effort' : 'reliable',
    durability: qos.durability === TRANSIENT_LOCAL ? 'transient_local' : 'volatile',
    liveliness: qos.liveliness === MANUAL_BY_TOPIC ? 'manual_by_topic' : 'automatic',
    deadline: bound(qos.deadline, DEFAULT_QOS.deadline),
    lifespan: bound(qos.lifespan, DEFAULT_QOS.lifespan),
    livelinessLease: bound(qos.livelinessLeaseDuration, DEFAULT_QOS.livelinessLease),
  };
}

function bound(duration: bigint | number | undefined, none: number): number {
  return duration === undefined || Number(duration) <= 0 ? none : Number(duration);
}
