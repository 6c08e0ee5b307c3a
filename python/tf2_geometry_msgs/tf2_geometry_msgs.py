"""Transforms the stamped messages of `geometry_msgs`, and registers that with tf2_ros."""
from __future__ import annotations

import math
from typing import Any

import tf2_ros
from geometry_msgs.msg import (
    PointStamped, Pose, PoseStamped, PoseWithCovarianceStamped, TransformStamped, Vector3Stamped)
from tf2_py.rigid_transform import Quaternion, Vector, add, rotate, times

from .covariance import transform_covariance


def to_msg_msg(msg: Any) -> Any:
    """The message itself."""
    return msg


def from_msg_msg(msg: Any) -> Any:
    """The message itself."""
    return msg


def _rotation(q: Any) -> Quaternion:
    """A quaternion of unit length; one of length 0 becomes the identity."""
    length = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
    if length == 0:
        return 0.0, 0.0, 0.0, 1.0
    return q.x / length, q.y / length, q.z / length, q.w / length


def _moved(v: Any, transform: TransformStamped) -> Vector:
    t = transform.transform.translation
    return add(rotate(_rotation(transform.transform.rotation), (v.x, v.y, v.z)), (t.x, t.y, t.z))


def do_transform_point(point: PointStamped, transform: TransformStamped) -> PointStamped:
    """A point in the frame of the transform's header."""
    result = PointStamped(header=transform.header)
    result.point.x, result.point.y, result.point.z = _moved(point.point, transform)
    return result


def do_transform_vector3(vector3: Vector3Stamped, transform: TransformStamped) -> Vector3Stamped:
    """A free vector, which is only rotated."""
    result = Vector3Stamped(header=transform.header)
    v = vector3.vector
    result.vector.x, result.vector.y, result.vector.z = rotate(
        _rotation(transform.transform.rotation), (v.x, v.y, v.z))
    return result


def do_transform_pose(pose: Pose, transform: TransformStamped) -> Pose:
    """A pose; the `w` of its rotation is not negative."""
    result = Pose()
    place = result.position
    place.x, place.y, place.z = _moved(pose.position, transform)
    turned = times(_rotation(transform.transform.rotation), _rotation(pose.orientation))
    sign = -1.0 if turned[3] < 0 else 1.0
    q = result.orientation
    q.x, q.y, q.z, q.w = (sign * part for part in turned)
    return result


def do_transform_pose_stamped(pose: PoseStamped, transform: TransformStamped) -> PoseStamped:
    """A stamped pose."""
    return PoseStamped(header=transform.header, pose=do_transform_pose(pose.pose, transform))


def do_transform_pose_with_covariance_stamped(
        pose: PoseWithCovarianceStamped,
        transform: TransformStamped) -> PoseWithCovarianceStamped:
    """A stamped pose and its covariance."""
    result = PoseWithCovarianceStamped(header=transform.header)
    result.pose.pose = do_transform_pose(pose.pose.pose, transform)
    result.pose.covariance = transform_covariance(pose.pose.covariance, transform)
    return result


_TRANSFORMS = {
    PointStamped: do_transform_point,
    Vector3Stamped: do_transform_vector3,
    PoseStamped: do_transform_pose_stamped,
    PoseWithCovarianceStamped: do_transform_pose_with_covariance_stamped,
}

for _cls, _do_transform in _TRANSFORMS.items():
    tf2_ros.TransformRegistration().add(_cls, _do_transform)
    tf2_ros.ConvertRegistration().add_to_msg(_cls, to_msg_msg)
    tf2_ros.ConvertRegistration().add_from_msg(_cls, from_msg_msg)
