"""Homogeneous matrices of elementary transforms, and back."""
from __future__ import annotations

import math
from typing import Any, Optional, Tuple

from .arrays import matrix_of, need_numpy
from .vectors import unit_vector


def identity_matrix() -> Any:
    """The identity matrix."""
    return need_numpy().identity(4)


def _affine(linear: Any, offset: Any) -> Any:
    matrix = identity_matrix()
    matrix[:3, :3] = linear
    matrix[:3, 3] = offset
    return matrix


def _fixed_point(matrix: Any) -> Any:
    """The fixed point of an affine matrix that is nearest to the origin."""
    np = need_numpy()
    return np.linalg.lstsq(np.identity(3) - matrix[:3, :3], matrix[:3, 3], rcond=None)[0]


def translation_matrix(direction: Any) -> Any:
    """The matrix of a translation."""
    return _affine(need_numpy().identity(3), matrix_of(direction)[:3])


def translation_from_matrix(matrix: Any) -> Any:
    """The translation of a matrix."""
    return matrix_of(matrix)[:3, 3].copy()


def reflection_matrix(point: Any, normal: Any) -> Any:
    """The matrix that mirrors at a plane."""
    np = need_numpy()
    n = unit_vector(normal[:3])
    offset = 2.0 * np.dot(matrix_of(point[:3]), n) * n
    return _affine(np.identity(3) - 2.0 * np.outer(n, n), offset)


def reflection_from_matrix(matrix: Any) -> Tuple[Any, Any]:
    """A point and the normal of the plane that a matrix mirrors at."""
    np = need_numpy()
    m = matrix_of(matrix)
    values, vectors = np.linalg.eigh((m[:3, :3] + m[:3, :3].T) / 2)
    if abs(values[0] + 1.0) > 1e-8:
        raise ValueError('no unit eigenvector corresponding to eigenvalue -1')
    return m[:3, 3] / 2.0, vectors[:, 0]


def rotation_matrix(angle: float, direction: Any, point: Any = None) -> Any:
    """The matrix that rotates about an axis, through the origin or a point."""
    np = need_numpy()
    d = unit_vector(direction[:3])
    sine, cosine = math.sin(angle), math.cos(angle)
    cross = np.array([[0.0, -d[2], d[1]], [d[2], 0.0, -d[0]], [-d[1], d[0], 0.0]])
    linear = cosine * np.identity(3) + (1.0 - cosine) * np.outer(d, d) + sine * cross
    p = np.zeros(3) if point is None else matrix_of(point[:3])
    return _affine(linear, p - linear @ p)


def rotation_from_matrix(matrix: Any) -> Tuple[float, Any, Any]:
    """Angle, axis and a point of the axis of a matrix that rotates."""
    np = need_numpy()
    m = matrix_of(matrix)
    linear = m[:3, :3]
    values, vectors = np.linalg.eig(linear.T)
    nearest = int(np.argmin(abs(values - 1.0)))
    if abs(values[nearest] - 1.0) > 1e-8:
        raise ValueError('no unit eigenvector corresponding to eigenvalue 1')
    direction = np.real(vectors[:, nearest])
    # Twice the sine along the axis; its projection determines the sign.
    turn = np.array([linear[2, 1] - linear[1, 2], linear[0, 2] - linear[2, 0],
                     linear[1, 0] - linear[0, 1]])
    cosine = (np.trace(linear) - 1.0) / 2.0
    angle = math.atan2(float(np.dot(turn, direction)) / 2.0, cosine)
    return angle, direction, np.append(_fixed_point(m), 1.0)


def scale_matrix(factor: float, origin: Any = None, direction: Any = None) -> Any:
    """The matrix that scales about an origin, in one direction or all."""
    np = need_numpy()
    o = np.zeros(3) if origin is None else matrix_of(origin[:3])
    if direction is None:
        return _affine(factor * np.identity(3), (1.0 - factor) * o)
    d = unit_vector(direction[:3])
    return _affine(np.identity(3) - (1.0 - factor) * np.outer(d, d),
                   (1.0 - factor) * np.dot(o, d) * d)


def scale_from_matrix(matrix: Any) -> Tuple[float, Any, Optional[Any]]:
    """Factor, origin and direction (None: all) of a matrix that scales."""
    np = need_numpy()
    m = matrix_of(matrix)
    linear = m[:3, :3]
    mean = float(np.trace(linear)) / 3.0
    origin = np.append(_fixed_point(m), 1.0)
    if np.allclose(linear, mean * np.identity(3)):
        return mean, origin, None
    factor = float(np.trace(linear)) - 2.0
    values, vectors = np.linalg.eigh((linear + linear.T) / 2)
    return factor, origin, vectors[:, int(np.argmin(abs(values - factor)))]


def shear_matrix(angle: float, direction: Any, point: Any, normal: Any) -> Any:
    """The matrix that shears along a direction within a plane. Raises ValueError."""
    np = need_numpy()
    n, d = unit_vector(normal[:3]), unit_vector(direction[:3])
    if abs(np.dot(n, d)) > 1e-6:
        raise ValueError('direction and normal vectors are not orthogonal')
    slope = math.tan(angle)
    return _affine(np.identity(3) + slope * np.outer(d, n),
                   -slope * np.dot(matrix_of(point[:3]), n) * d)


def shear_from_matrix(matrix: Any) -> Tuple[float, Any, Any, Any]:
    """Angle, direction, point and normal of a matrix that shears."""
    np = need_numpy()
    m = matrix_of(matrix)
    left, sizes, right = np.linalg.svd(m[:3, :3] - np.identity(3))
    direction, normal, slope = left[:, 0], right[0], float(sizes[0])
    if slope < 1e-12:
        raise ValueError('the matrix does not shear')
    point = -normal * np.dot(m[:3, 3], direction) / slope
    return math.atan(slope), direction, np.append(point, 1.0), normal
