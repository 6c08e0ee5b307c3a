import { TypeValidationError } from '../errors/index.js';

const HistoryPolicy = {
  RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_HISTORY_KEEP_LAST: 1,
  RMW_QOS_POLICY_HISTORY_KEEP_ALL: 2,
} as const;

const ReliabilityPolicy = {
  RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE: 1,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT: 2,
} as const;

const DurabilityPolicy = {
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL: 1,
  RMW_QOS_POLICY_DURABILITY_VOLATILE: 2,
} as const;

const LivelinessPolicy = {
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT: 0,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC: 1,
  RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC: 3,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN: 4,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE: 5,
} as const;

/** The name of a predefined profile, e.g. `QoS.profileSensorData`. */
export type QoSProfileName =
  | 'qos_profile_default'
  | 'qos_profile_system_default'
  | 'qos_profile_sensor_data'
  | 'qos_profile_services_default'
  | 'qos_profile_parameters'
  | 'qos_profile_parameter_events'
  | 'qos_profile_action_status_default';

/** The fields of a {@link QoS}, as a plain object. Missing fields are the middleware's default. */
export interface QoSFields {
  /** A value of `QoS.HistoryPolicy`. */
  history?: number;
  /** How many messages a keep-last queue holds. */
  depth?: number;
  /** A value of `QoS.ReliabilityPolicy`. */
  reliability?: number;
  /** A value of `QoS.DurabilityPolicy`. */
  durability?: number;
  /** A value of `QoS.LivelinessPolicy`. */
  liveliness?: number;
  avoidRosNameSpaceConventions?: boolean;
  /** Nanoseconds; an addition to `rclnodejs`, which offers no way to set it. */
  deadline?: bigint | number;
  /** Nanoseconds; an addition to `rclnodejs`. */
  lifespan?: bigint | number;
  /** Nanoseconds; an addition to `rclnodejs`. */
  livelinessLeaseDuration?: bigint | number;
}

export declare namespace QoS {
  /** The name of a predefined profile. */
  export type ProfileRef = QoSProfileName | string;
  export type HistoryPolicy = number;
  export type ReliabilityPolicy = number;
  export type DurabilityPolicy = number;
  export type LivelinessPolicy = number;
}

/** Quality of service of a publisher, subscription, client or service. */
export class QoS {
  _history: number;
  _depth: number;
  _reliability: number;
  _durability: number;
  _liveliness: number;
  _avoidRosNameSpaceConventions: boolean;
  /** Largest time between two messages, in nanoseconds; not set means never late. */
  declare deadline?: bigint | number;
  /** Age in nanoseconds after which a message is no longer delivered; not set means never. */
  declare lifespan?: bigint | number;
  /**
   * Time in nanoseconds within which a publisher must assert its liveliness; not set means forever.
   */
  declare livelinessLeaseDuration?: bigint | number;

  constructor(
    history: number = HistoryPolicy.RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
    depth = 0,
    reliability: number = ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
    durability: number = DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
    liveliness: number = LivelinessPolicy.RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
    avoidRosNameSpaceConventions = false,
  ) {
    this._history = history;
    this._depth = depth;
    this._reliability = reliability;
    this._durability = durability;
    this._liveliness = liveliness;
    this._avoidRosNameSpaceConventions = avoidRosNameSpaceConventions;
  }

  static get HistoryPolicy(): typeof HistoryPolicy {
    return HistoryPolicy;
  }

  static get ReliabilityPolicy(): typeof ReliabilityPolicy {
    return ReliabilityPolicy;
  }

  static get DurabilityPolicy(): typeof DurabilityPolicy {
    return DurabilityPolicy;
  }

  static get LivelinessPolicy(): typeof LivelinessPolicy {
    return LivelinessPolicy;
  }

  /** A value of `QoS.HistoryPolicy`. Setters throw `TypeValidationError` on another type. */
  get history(): number {
    return this._history;
  }

  set history(history: number) {
    this._history = requireType('history', history, 'number');
  }

  /** How many messages a keep-last queue holds. */
  get depth(): number {
    return this._depth;
  }

  set depth(depth: number) {
    this._depth = requireType('depth', depth, 'number');
  }

  /** A value of `QoS.ReliabilityPolicy`. */
  get reliability(): number {
    return this._reliability;
  }

  set reliability(reliability: number) {
    this._reliability = requireType('reliability', reliability, 'number');
  }

  /** A value of `QoS.DurabilityPolicy`. */
  get durability(): number {
    return this._durability;
  }

  set durability(durability: number) {
    this._durability = requireType('durability', durability, 'number');
  }

  /** A value of `QoS.LivelinessPolicy`. */
  get liveliness(): number {
    return this._liveliness;
  }

  set liveliness(liveliness: number) {
    this._liveliness = requireType('liveliness', liveliness, 'number');
  }

  /** Whether names are used as they are, without the prefixes ROS 2 gives DDS topics. */
  get avoidRosNameSpaceConventions(): boolean {
    return this._avoidRosNameSpaceConventions;
  }

  set avoidRosNameSpaceConventions(avoid: boolean) {
    this._avoidRosNameSpaceConventions = requireType(
      'avoidRosNameSpaceConventions',
      avoid,
      'boolean',
    );
  }

  /** Keep last 10, reliable, volatile. */
  static get profileDefault(): QoSProfileName {
    return 'qos_profile_default';
  }

  /** Whatever the middleware uses. */
  static get profileSystemDefault(): QoSProfileName {
    return 'qos_profile_system_default';
  }

  /** Keep last 5, best effort, volatile. */
  static get profileSensorData(): QoSProfileName {
    return 'qos_profile_sensor_data';
  }

  /** Keep last 10, reliable, volatile. */
  static get profileServicesDefault(): QoSProfileName {
    return 'qos_profile_services_default';
  }

  /** Keep last 1000, reliable, volatile. */
  static get profileParameters(): QoSProfileName {
    return 'qos_profile_parameters';
  }

  /** Keep last 1000, reliable, volatile. */
  static get profileParameterEvents(): QoSProfileName {
    return 'qos_profile_parameter_events';
  }

  /** Keep last 1, reliable, transient local. */
  static get profileActionStatusDefault(): QoSProfileName {
    return 'qos_profile_action_status_default';
  }
}

function requireType<T>(name: string, value: T, type: 'number' | 'boolean'): T {
  if (typeof value !== type) {
    throw new TypeValidationError(name, value, type, { entityType: 'qos' });
  }
  return value;
}
