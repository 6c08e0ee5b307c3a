/** How a clock's source changed in a time jump. */
export const ClockChange = {
  /** ROS time before and after the jump. */
  ROS_TIME_NO_CHANGE: 1,
  /** The clock switched from system time to ROS time. */
  ROS_TIME_ACTIVATED: 2,
  /** The clock switched from ROS time to system time. */
  ROS_TIME_DEACTIVATED: 3,
  /** System time before and after the jump. */
  SYSTEM_TIME_NO_CHANGE: 4,
} as const;

/** A value of {@link ClockChange}. */
export type ClockChange = (typeof ClockChange)[keyof typeof ClockChange];
