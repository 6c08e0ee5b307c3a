/** Field lists of `vision_msgs`, the same since Humble. */
export const vision_msgs = {
  'msg/BoundingBox2D': `vision_msgs/Pose2D center
float64 size_x
float64 size_y`,
  'msg/BoundingBox2DArray': `std_msgs/Header header
vision_msgs/BoundingBox2D[] boxes`,
  'msg/BoundingBox3D': `geometry_msgs/Pose center
geometry_msgs/Vector3 size`,
  'msg/BoundingBox3DArray': `std_msgs/Header header
vision_msgs/BoundingBox3D[] boxes`,
  'msg/Classification': `std_msgs/Header header
ObjectHypothesis[] results`,
  'msg/Detection2D': `std_msgs/Header header
ObjectHypothesisWithPose[] results
BoundingBox2D bbox
string id`,
  'msg/Detection2DArray': `std_msgs/Header header
Detection2D[] detections`,
  'msg/Detection3D': `std_msgs/Header header
ObjectHypothesisWithPose[] results
BoundingBox3D bbox
string id`,
  'msg/Detection3DArray': `std_msgs/Header header
Detection3D[] detections`,
  'msg/LabelInfo': `std_msgs/Header header
vision_msgs/VisionClass[] class_map
float32 threshold`,
  'msg/ObjectHypothesis': `string class_id
float64 score`,
  'msg/ObjectHypothesisWithPose': `ObjectHypothesis hypothesis
geometry_msgs/PoseWithCovariance pose`,
  'msg/Point2D': `float64 x
float64 y`,
  'msg/Pose2D': `vision_msgs/Point2D position
float64 theta`,
  'msg/VisionClass': `uint16 class_id
string class_name`,
  'msg/VisionInfo': `std_msgs/Header header
string method
string database_location
int32 database_version`,
};
