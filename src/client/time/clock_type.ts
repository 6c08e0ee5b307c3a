/** The source of a clock's time. */
export const ClockType = {
  /** Simulation time when `use_sim_time` is set, else system time. */
  ROS_TIME: 1,
  /** Wall clock; virtual inside a simulation. */
  SYSTEM_TIME: 2,
  /** Monotonic clock, never set back. */
  STEADY_TIME: 3,
} as const;

/** A value of {@link ClockType}. */
export type ClockType = (typeof ClockType)[keyof typeof ClockType];
