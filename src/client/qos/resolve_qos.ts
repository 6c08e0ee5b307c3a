import { QoS, type QoSFields, type QoSProfileName } from './qos.js';

/** Every way a caller may write a quality of service. */
export type QoSArgument = QoS | QoSFields | QoSProfileName | string;

const { RMW_QOS_POLICY_HISTORY_KEEP_LAST: KEEP_LAST } = QoS.HistoryPolicy;
const {
  RMW_QOS_POLICY_RELIABILITY_RELIABLE: RELIABLE,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: BEST_EFFORT,
} = QoS.ReliabilityPolicy;
const {
  RMW_QOS_POLICY_DURABILITY_VOLATILE: VOLATILE,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: TRANSIENT_LOCAL,
} = QoS.DurabilityPolicy;

/**
 * The QoS that a caller means: a {@link QoS} itself, one with a plain object's fields, or a new one
 * for a profile name. An unknown name is the default profile, as in `rclnodejs`.
 */
export function resolveQoS(qos: QoSArgument | null | undefined): QoS {
  if (qos instanceof QoS) return qos;
  if (typeof qos === 'object' && qos !== null) return fromFields(qos);
  switch (qos) {
    case QoS.profileSystemDefault:
      return new QoS();
    case QoS.profileSensorData:
      return new QoS(KEEP_LAST, 5, BEST_EFFORT, VOLATILE);
    case QoS.profileParameters:
    case QoS.profileParameterEvents:
      return new QoS(KEEP_LAST, 1000, RELIABLE, VOLATILE);
    case QoS.profileActionStatusDefault:
      return new QoS(KEEP_LAST, 1, RELIABLE, TRANSIENT_LOCAL);
    default:
      return new QoS(KEEP_LAST, 10, RELIABLE, VOLATILE);
  }
}

function fromFields(fields: QoSFields): QoS {
  const qos = new QoS(
    fields.history,
    fields.depth,
    fields.reliability,
    fields.durability,
    fields.liveliness,
    fields.avoidRosNameSpaceConventions,
  );
  if (fields.deadline !== undefined) qos.deadline = fields.deadline;
  if (fields.lifespan !== undefined) qos.lifespan = fields.lifespan;
  if (fields.livelinessLeaseDuration !== undefined) {
    qos.livelinessLeaseDuration = fields.livelinessLeaseDuration;
  }
  return qos;
}
