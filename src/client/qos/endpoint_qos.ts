import type { Qos } from '../../graph/index.js';
import { QoS } from './qos.js';

/** A quality of service as the graph queries return it. */
export interface EndpointQos {
  depth: number;
  history: number;
  reliability: number;
  durability: number;
  lifespan: { seconds: number; nanoseconds: number };
  deadline: { seconds: number; nanoseconds: number };
  liveliness: number;
  liveliness_lease_duration: { seconds: number; nanoseconds: number };
  avoid_ros_namespace_conventions: boolean;
}

/** Converts a QoS of the graph to the form of graph queries. */
export function endpointQos(qos: Qos): EndpointQos {
  const history = QoS.HistoryPolicy;
  const reliability = QoS.ReliabilityPolicy;
  const durability = QoS.DurabilityPolicy;
  const liveliness = QoS.LivelinessPolicy;
  return {
    depth: qos.depth,
    history:
      qos.history === 'keep_all'
        ? history.RMW_QOS_POLICY_HISTORY_KEEP_ALL
        : history.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    reliability:
      qos.reliability === 'best_effort'
        ? reliability.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT
        : reliability.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    durability:
      qos.durability === 'transient_local'
        ? durability.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
        : durability.RMW_QOS_POLICY_DURABILITY_VOLATILE,
    lifespan: secondsAndNanoseconds(qos.lifespan),
    deadline: secondsAndNanoseconds(qos.deadline),
    liveliness:
      qos.liveliness === 'manual_by_topic'
        ? liveliness.RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC
        : liveliness.RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,
    liveliness_lease_duration: secondsAndNanoseconds(qos.livelinessLease),
    avoid_ros_namespace_conventions: false,
  };
}

/** An unbounded duration is the largest 64-bit number of nanoseconds, as in the middleware. */
function secondsAndNanoseconds(duration: number): { seconds: number; nanoseconds: number } {
  if (duration === Number.POSITIVE_INFINITY) {
    return { seconds: 9223372036, nanoseconds: 854775807 };
  }
  return { seconds: Math.floor(duration / 1e9), nanoseconds: duration % 1e9 };
}
