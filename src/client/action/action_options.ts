import type { MessageValidationOptions } from '../message/validate_message.js';
import { QoS } from '../qos/qos.js';
import type { QoSArgument } from '../qos/resolve_qos.js';

/** Qualities of service of an action's services and topics. */
export interface ActionQos {
  goalServiceQosProfile?: QoSArgument;
  resultServiceQosProfile?: QoSArgument;
  cancelServiceQosProfile?: QoSArgument;
  feedbackSubQosProfile?: QoSArgument;
  statusSubQosProfile?: QoSArgument;
}

/** Options of action clients and servers. */
export interface ActionOptions {
  /** Numeric arrays of received messages are typed arrays. Default true. */
  enableTypedArray?: boolean;
  qos?: ActionQos;
  /** Clients: validate goals before they are sent. Default false. */
  validateGoals?: boolean;
  /** Clients: how to validate them. Default strict, with types. */
  validationOptions?: MessageValidationOptions;
  /** Clients: accepted without effect; a client never gets feedback for the goals of others. */
  enableFeedbackMsgOptimization?: boolean;
  /** Servers: how long results are kept, in seconds. Default 900. */
  resultTimeout?: number;
}

/** Completes options with their defaults, in place as the native package does. */
export function completeActionOptions(options: ActionOptions | null | undefined): ActionOptions {
  const given = options ?? {};
  given.enableTypedArray = given.enableTypedArray !== false;
  given.qos ??= {};
  given.qos.goalServiceQosProfile ??= QoS.profileServicesDefault;
  given.qos.resultServiceQosProfile ??= QoS.profileServicesDefault;
  given.qos.cancelServiceQosProfile ??= QoS.profileServicesDefault;
  given.qos.feedbackSubQosProfile ??= new QoS(
    QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
    10,
  );
  given.qos.statusSubQosProfile ??= QoS.profileActionStatusDefault;
  return given;
}
