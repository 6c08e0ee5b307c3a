/** Field lists of `composition_interfaces`. */
export const composition_interfaces = {
  'srv/ListNodes': `---
string[] full_node_names
uint64[] unique_ids`,
  'srv/LoadNode': `string package_name
string plugin_name
string node_name
string node_namespace
uint8 log_level
string[] remap_rules
rcl_interfaces/Parameter[] parameters
rcl_interfaces/Parameter[] extra_arguments
---
bool success
string error_message
string full_node_name
uint64 unique_id`,
  'srv/UnloadNode': `uint64 unique_id
---
bool success
string error_message`,
};
