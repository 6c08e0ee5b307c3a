/** The types of messages that the 3D panel and the image panel show. */

export const MARKER_TYPES: readonly string[] = [
  'visualization_msgs/msg/Marker',
  'visualization_msgs/msg/MarkerArray',
];

export const IMAGE_TYPES: readonly string[] = [
  'sensor_msgs/msg/Image',
  'sensor_msgs/msg/CompressedImage',
];

/** Message types that show something in 3D, besides robots and frames. */
export const SCENE_TYPES: readonly string[] = [
  ...MARKER_TYPES,
  'sensor_msgs/msg/PointCloud2',
  'sensor_msgs/msg/LaserScan',
  'nav_msgs/msg/Path',
  'nav_msgs/msg/Odometry',
  'nav_msgs/msg/OccupancyGrid',
  'geometry_msgs/msg/PoseStamped',
  'geometry_msgs/msg/PoseWithCovarianceStamped',
  'geometry_msgs/msg/PoseArray',
  'geometry_msgs/msg/PointStamped',
  'geometry_msgs/msg/PolygonStamped',
];
