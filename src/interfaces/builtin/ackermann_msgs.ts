/** Field lists of `ackermann_msgs`. */
export const ackermann_msgs = {
  'msg/AckermannDrive': `float32 steering_angle
float32 steering_angle_velocity
float32 speed
float32 acceleration
float32 jerk`,
  'msg/AckermannDriveStamped': `std_msgs/Header header
AckermannDrive drive`,
};
