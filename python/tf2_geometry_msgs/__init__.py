"""Stand-in of `tf2_geometry_msgs`: transforms the stamped messages of `geometry_msgs`."""
from geometry_msgs.msg import (
    PointStamped, Pose, PoseStamped, PoseWithCovarianceStamped, TransformStamped, Vector3Stamped)

from .covariance import transform_covariance
from .tf2_geometry_msgs import (
    do_transform_point, do_transform_pose, do_transform_pose_stamped,
    do_transform_pose_with_covariance_stamped, do_transform_vector3, from_msg_msg, to_msg_msg)

# Programs take the messages from here, too, as upstream's module has them.
__all__ = [
    'PointStamped', 'Pose', 'PoseStamped', 'PoseWithCovarianceStamped', 'TransformStamped', 'Vector3Stamped',
    'do_transform_point', 'do_transform_pose', 'do_transform_pose_stamped',
    'do_transform_pose_with_covariance_stamped', 'do_transform_vector3', 'from_msg_msg',
    'to_msg_msg', 'transform_covariance',
]
