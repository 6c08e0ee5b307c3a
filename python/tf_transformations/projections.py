"""Matrices that project, and back."""
from __future__ import annotations

from typing import Any, Optional, Tuple

from .arrays import EPSILON, matrix_of, need_numpy
from .vectors import unit_vector


def projection_matrix(point: Any, normal: Any, direction: Any = None, perspective: Any = None,
                      pseudo: bool = False) -> Any:
    """The matrix that projects onto a plane: perpendicular, along a direction, or from a point.

    `pseudo` keeps the order of depths in projections from a point.
    """
    np = need_numpy()
    matrix = np.identity(4)
    n = unit_vector(normal[:3])
    height = float(np.dot(matrix_of(point[:3]), n))
    if perspective is not None:
        eye = matrix_of(perspective[:3])
        matrix[:3, :3] = (np.dot(eye, n) - height) * np.identity(3) - np.outer(eye, n)
        matrix[:3, 3] = height * eye
        if pseudo:
            matrix[:3, :3] -= np.outer(n, n)
            matrix[:3, 3] += height * n
        matrix[3, :3] = -n
        matrix[3, 3] = np.dot(eye, n)
        return matrix
    d = n if direction is None else matrix_of(direction[:3])
    ray = d / np.dot(d, n)
    matrix[:3, :3] -= np.outer(ray, n)
    matrix[:3, 3] = height * ray
    return matrix


def projection_from_matrix(
    matrix: Any, pseudo: bool = False,
) -> Tuple[Any, Any, Optional[Any], Optional[Any], bool]:
    """Point, normal, direction, perspective and `pseudo` of a matrix that projects."""
    np = need_numpy()
    m = matrix_of(matrix)
    linear, offset = m[:3, :3], m[:3, 3]
    if np.allclose(m[3, :3], 0.0) and not pseudo:
        # The removed part is a ray times the normal.
        left, _, right = np.linalg.svd(np.identity(3) - linear)
        d, n = left[:, 0], right[0]
        height = np.dot(offset, d) * np.dot(d, n)
        point = np.append(height * n, 1.0)
        return point, n, None if abs(abs(np.dot(d, n)) - 1.0) < 1e-12 else d, None, False
    m = m / np.linalg.norm(m[3, :3])
    n, eye_height = -m[3, :3], m[3, 3]
    factor = (np.trace(m[:3, :3]) + eye_height + (1.0 if pseudo else 0.0)) / 3.0
    height = eye_height - factor
    if abs(height) < EPSILON:
        raise ValueError('the plane goes through the origin: the perspective cannot be told')
    eye = m[:3, 3] / height - (n if pseudo else 0.0)
    return np.append(height * n, 1.0), n, None, eye, pseudo


def clip_matrix(left: float, right: float, bottom: float, top: float, near: float, far: float,
                perspective: bool = False) -> Any:
    """The matrix from a box or a frustum to coordinates between -1 and 1.

    Raises ValueError if it is empty.
    """
    if left >= right or bottom >= top or near >= far:
        raise ValueError('invalid frustrum')
    width, height, depth = right - left, top - bottom, far - near
    middle = ((right + left) / width, (top + bottom) / height, (far + near) / depth)
    if not perspective:
        return matrix_of([[2 / width, 0, 0, -middle[0]], [0, 2 / height, 0, -middle[1]],
                          [0, 0, 2 / depth, -middle[2]], [0, 0, 0, 1]])
    if near <= EPSILON:
        raise ValueError('invalid frustrum: near <= 0')
    return matrix_of([[-2 * near / width, 0, middle[0], 0], [0, -2 * near / height, middle[1], 0],
                      [0, 0, -middle[2], 2 * near * far / depth], [0, 0, -1, 0]])
