/** How often something happened: in total, and since the last callback. */
export interface CountStatus {
  total_count: number;
  total_count_change: number;
}

/** {@link CountStatus} with the policy that did not match last, a value of `PolicyKind`. */
export interface IncompatibleQosStatus extends CountStatus {
  last_policy_kind: number;
}

/** How many counterparts there are, and how many there have been. */
export interface MatchedStatus extends CountStatus {
  current_count: number;
  current_count_change: number;
}

/** How many publishers are alive, and how many are not. */
export interface LivelinessChangedStatus {
  alive_count: number;
  not_alive_count: number;
  alive_count_change: number;
  not_alive_count_change: number;
}

/** Policies as `rmw_qos_policy_kind_t` numbers them. */
export const PolicyKind = {
  INVALID: 1,
  DURABILITY: 2,
  DEADLINE: 4,
  LIVELINESS: 8,
  RELIABILITY: 16,
  HISTORY: 32,
  LIFESPAN: 64,
  DEPTH: 128,
  LIVELINESS_LEASE_DURATION: 256,
  AVOID_ROS_NAMESPACE_CONVENTIONS: 512,
} as const;
