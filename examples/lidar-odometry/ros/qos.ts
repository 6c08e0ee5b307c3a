import rclnodejs, { type QoS } from 'rclnodejs';

const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;

/** Best effort, volatile: what sensors are read with. */
export function sensorQos(depth: number): QoS {
  return new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
}

/** Reliable, volatile. */
export function reliableQos(depth: number): QoS {
  return new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_VOLATILE,
  );
}

/** Reliable, and late joiners get the last message: `/tf_static`. */
export function latchedQos(depth: number): QoS {
  return new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    depth,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
}
