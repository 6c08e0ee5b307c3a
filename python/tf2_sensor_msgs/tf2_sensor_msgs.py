"""Transforms point clouds, and registers that with tf2_ros."""
from __future__ import annotations

import numpy as np
import tf2_ros
from geometry_msgs.msg import Transform, TransformStamped
from sensor_msgs.msg import PointCloud2
from sensor_msgs_py.point_cloud2 import create_cloud, read_points
from std_msgs.msg import Header
from tf2_py.rigid_transform import rotate


def _rotation_matrix(transform: Transform) -> np.ndarray:
    q = transform.rotation
    length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) ** 0.5
    unit = (q.x / length, q.y / length, q.z / length, q.w / length)
    axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return np.array([rotate(unit, axis) for axis in axes]).T


def transform_points(point_cloud: np.ndarray, transform: Transform) -> np.ndarray:
    """An array of points (N×3) after a transform."""
    t = transform.translation
    return point_cloud @ _rotation_matrix(transform).T + np.array([t.x, t.y, t.z])


def do_transform_cloud(cloud: PointCloud2, transform: TransformStamped) -> PointCloud2:
    """A cloud in the frame of the transform's header; its other fields are kept.

    Normals (`normal_x`, …) and a viewpoint (`vp_x`, …) are transformed too.
    """
    points = read_points(cloud).copy()
    rotation = _rotation_matrix(transform.transform)
    t = transform.transform.translation
    moved = {('x', 'y', 'z'): np.array([t.x, t.y, t.z]),
             ('normal_x', 'normal_y', 'normal_z'): np.zeros(3),
             ('vp_x', 'vp_y', 'vp_z'): np.array([t.x, t.y, t.z])}
    for names, offset in moved.items():
        if all(name in points.dtype.names for name in names):
            places = np.stack([points[name] for name in names], axis=-1).astype(np.float64)
            turned = places @ rotation.T + offset
            for i, name in enumerate(names):
                points[name] = turned[..., i]
    header = Header(stamp=cloud.header.stamp, frame_id=transform.header.frame_id)
    made = create_cloud(header, cloud.fields, points)
    made.height, made.width = cloud.height, cloud.width
    made.row_step = made.point_step * made.width
    made.is_dense = cloud.is_dense
    return made


tf2_ros.TransformRegistration().add(PointCloud2, do_transform_cloud)
