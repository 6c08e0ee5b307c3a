/** Field lists of `orchestrator_interfaces`, which nodes of ros2_def speak. */
export const orchestrator_interfaces = {
  'msg/Status': `string node_name
string[] omitted_outputs
int32 debug_id`,
  'msg/SampleMessage': `std_msgs/Header header
string debug_data`,
  'srv/ReconfigurationAnnouncement': '---',
  'srv/ReconfigurationRequest': `---
string new_launch_config_package
string new_launch_config_filename`,
  'srv/SampleService': `string caller
string message
---
string message`,
  'srv/SetConfigurationService': `string config_value
---
bool success`,
};
