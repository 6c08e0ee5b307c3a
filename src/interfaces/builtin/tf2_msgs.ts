/** Field lists of `tf2_msgs`. */
export const tf2_msgs = {
  'srv/FrameGraph': `---
string frame_yaml`,
  'action/LookupTransform': `string target_frame
string source_frame
builtin_interfaces/Time source_time
builtin_interfaces/Duration timeout
builtin_interfaces/Time target_time
string fixed_frame
bool advanced
---
geometry_msgs/TransformStamped transform
TF2Error error
---`,
};
