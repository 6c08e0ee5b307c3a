/** Field lists of `nav_msgs`. */
export const nav_msgs = {
  'srv/GetMap': `---
OccupancyGrid map`,
  'srv/GetPlan': `geometry_msgs/PoseStamped start
geometry_msgs/PoseStamped goal
float32 tolerance
---
Path plan`,
  'srv/LoadMap': `string map_url
---
uint8 RESULT_SUCCESS=0
uint8 RESULT_MAP_DOES_NOT_EXIST=1
uint8 RESULT_INVALID_MAP_DATA=2
uint8 RESULT_INVALID_MAP_METADATA=3
uint8 RESULT_UNDEFINED_FAILURE=255
OccupancyGrid map
uint8 result`,
  'srv/SetMap': `OccupancyGrid map
geometry_msgs/PoseWithCovarianceStamped initial_pose
---
bool success`,
};
