import { QoS } from '../client/index.js';

/** The type of the messages on both topics. */
export const TF_MESSAGE = 'tf2_msgs/msg/TFMessage';

const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = QoS;

function qos(depth: number, durability: number): QoS {
  return new QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    durability,
  );
}

/** The QoS of listeners and broadcasters on `/tf`. */
export const DYNAMIC_QOS = qos(100, DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE);

/** The QoS of listeners on `/tf_static`. */
export const STATIC_LISTENER_QOS = qos(
  100,
  DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
);

/** The QoS of broadcasters on `/tf_static`: the last message holds everything. */
export const STATIC_BROADCASTER_QOS = qos(
  1,
  DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
);
