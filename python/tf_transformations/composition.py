"""Matrices composed, decomposed and compared."""
from __future__ import annotations

import math
from typing import Any, Tuple

from .arrays import EPSILON, matrix_of, need_numpy
from .euler import euler_from_matrix, euler_matrix


def concatenate_matrices(*matrices: Any) -> Any:
    """The product of matrices."""
    np = need_numpy()
    product = np.identity(4)
    for matrix in matrices:
        product = product @ matrix
    return product


def inverse_matrix(matrix: Any) -> Any:
    """The inverse of a matrix."""
    return need_numpy().linalg.inv(matrix)


def is_same_transform(matrix0: Any, matrix1: Any) -> bool:
    """Whether two matrices are the same transform."""
    a, b = matrix_of(matrix0), matrix_of(matrix1)
    return bool(need_numpy().allclose(a / a[3, 3], b / b[3, 3]))


def compose_matrix(scale: Any = None, shear: Any = None, angles: Any = None,
                   translate: Any = None, perspective: Any = None) -> Any:
    """Return a matrix that scales, then shears, rotates, translates and projects."""
    np = need_numpy()
    parts = [np.identity(4) for _ in range(5)]
    if perspective is not None:
        parts[0][3, :] = perspective[:4]
    if translate is not None:
        parts[1][:3, 3] = translate[:3]
    if angles is not None:
        parts[2] = euler_matrix(angles[0], angles[1], angles[2], 'sxyz')
    if shear is not None:
        parts[3][0, 1], parts[3][0, 2], parts[3][1, 2] = shear
    if scale is not None:
        parts[4][[0, 1, 2], [0, 1, 2]] = scale[:3]
    matrix = concatenate_matrices(*parts)
    return matrix / matrix[3, 3]


def decompose_matrix(matrix: Any) -> Tuple[Any, Any, Any, Any, Any]:
    """Scale, shear, angles, translation and perspective of a matrix. Raises ValueError."""
    np = need_numpy()
    m = matrix_of(matrix)
    if abs(m[3, 3]) < EPSILON:
        raise ValueError('M[3, 3] is zero')
    m = m / m[3, 3]
    affine = m.copy()
    affine[3, :] = (0, 0, 0, 1)
    if not np.linalg.det(affine):
        raise ValueError('matrix is singular')
    perspective = np.array([0.0, 0.0, 0.0, 1.0])
    if (abs(m[3, :3]) > EPSILON).any():
        perspective = m[3, :] @ np.linalg.inv(affine)
    # A rotation times an upper triangle, column by column.
    columns = [affine[:3, i].copy() for i in range(3)]
    scale = np.zeros(3)
    mixed = {}
    for k in range(3):
        for i in range(k):
            mixed[i, k] = np.dot(columns[i], columns[k])
            columns[k] = columns[k] - columns[i] * mixed[i, k]
        scale[k] = math.sqrt(np.dot(columns[k], columns[k]))
        columns[k] = columns[k] / scale[k]
    shear = [mixed[0, 1] / scale[1], mixed[0, 2] / scale[2], mixed[1, 2] / scale[2]]
    rotation = np.column_stack(columns)
    if np.linalg.det(rotation) < 0:
        scale, rotation = -scale, -rotation
    return scale, shear, list(euler_from_matrix(rotation)), affine[:3, 3], perspective


def orthogonalization_matrix(lengths: Any, angles: Any) -> Any:
    """The matrix from the coordinates of a crystal's cell (angles in degrees) to orthogonal ones."""
    a, b, c = lengths
    alpha, beta, gamma = (math.radians(angle) for angle in angles)
    sine = math.sin(alpha) * math.sin(beta)
    mixed = (math.cos(alpha) * math.cos(beta) - math.cos(gamma)) / sine
    return matrix_of([
        [a * math.sin(beta) * math.sqrt(1.0 - mixed * mixed), 0, 0, 0],
        [-a * math.sin(beta) * mixed, b * math.sin(alpha), 0, 0],
        [a * math.cos(beta), b * math.cos(alpha), c, 0],
        [0, 0, 0, 1],
    ])


def superimposition_matrix(v0: Any, v1: Any, scaling: bool = False, usesvd: bool = True) -> Any:
    """The matrix that maps points to others with least squares (Kabsch); points are columns.

    Upstream's two methods (`usesvd`) have the same result, so there is only one here.
    """
    np = need_numpy()
    a, b = matrix_of(v0)[:3], matrix_of(v1)[:3]
    if a.shape != b.shape or a.shape[1] < 3:
        raise ValueError('vector sets are of wrong shape or type')
    middle_a, middle_b = a.mean(axis=1), b.mean(axis=1)
    a, b = a - middle_a[:, None], b - middle_b[:, None]
    left, _, right = np.linalg.svd(b @ a.T)
    signs = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
    linear = left @ signs @ right
    if scaling:
        linear = linear * math.sqrt(np.sum(b * b) / np.sum(a * a))
    matrix = np.identity(4)
    matrix[:3, :3] = linear
    matrix[:3, 3] = middle_b - linear @ middle_a
    return matrix
