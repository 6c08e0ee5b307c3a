"""Transforms covariances of poses to another frame."""
from __future__ import annotations

from typing import Any, List, Sequence

Matrix = List[List[float]]


def _rotation_matrix(q: Any) -> Matrix:
    w, x, y, z = q.w, q.x, q.y, q.z
    return [
        [2 * (w * w + x * x) - 1, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 2 * (w * w + y * y) - 1, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 2 * (w * w + z * z) - 1],
    ]


def _product(a: Matrix, b: Matrix) -> Matrix:
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transform_covariance(cov_in: Sequence[float], transform: Any) -> Any:
    """The 36 numbers of a pose's covariance after a transform: each 3×3 block is rotated."""
    from geometry_msgs.msg import PoseWithCovariance
    rotation = _rotation_matrix(transform.transform.rotation)
    back = [list(row) for row in zip(*rotation)]
    result = PoseWithCovariance().covariance
    for row in (0, 3):
        for column in (0, 3):
            block = [[float(cov_in[6 * (row + i) + column + j]) for j in range(3)]
                     for i in range(3)]
            turned = _product(_product(rotation, block), back)
            for i in range(3):
                for j in range(3):
                    result[6 * (row + i) + column + j] = turned[i][j]
    return result
