"""Quaternions in the order x, y, z, w."""
from __future__ import annotations

import math
import random
from typing import Any, List, Optional, Sequence

from .arrays import EPSILON, array_of, matrix_of, need_numpy


def rotation_rows(quaternion: Sequence[float]) -> List[List[float]]:
    """The rotation of a quaternion of any length as three rows; for length 0, the identity."""
    x, y, z, w = (float(part) for part in quaternion)
    square = x * x + y * y + z * z + w * w
    if square < EPSILON:
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    s = 2.0 / square
    return [
        [1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)],
    ]


def quaternion_about_axis(angle: float, axis: Sequence[float]) -> Any:
    """The rotation by an angle about an axis."""
    length = math.sqrt(sum(float(part) ** 2 for part in axis))
    factor = math.sin(angle / 2) / length if length > EPSILON else 0.0
    return array_of([*(float(part) * factor for part in axis), math.cos(angle / 2)])


def quaternion_matrix(quaternion: Sequence[float]) -> Any:
    """The matrix of a rotation."""
    matrix = matrix_of([[1.0 if r == c else 0.0 for c in range(4)] for r in range(4)])
    matrix[:3, :3] = rotation_rows(quaternion)
    return matrix


def quaternion_from_matrix(matrix: Any) -> Any:
    """The rotation of a matrix, with `w` ≥ 0.

    Of the four formulas, the one with the largest square root is used, because it is most
    accurate.
    """
    m = [[float(matrix[r][c]) for c in range(3)] for r in range(3)]
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > max(m[0][0], m[1][1], m[2][2]):
        q = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1.0 + trace]
    else:
        i = max(range(3), key=lambda n: m[n][n])
        j, k = (i + 1) % 3, (i + 2) % 3
        q = [0.0] * 4
        q[i] = 1.0 + m[i][i] - m[j][j] - m[k][k]
        q[j] = m[i][j] + m[j][i]
        q[k] = m[k][i] + m[i][k]
        q[3] = m[k][j] - m[j][k]
    length = math.copysign(math.sqrt(sum(part * part for part in q)), q[3])
    return array_of([part / length for part in q])


def quaternion_multiply(quaternion1: Sequence[float], quaternion0: Sequence[float]) -> Any:
    """The rotation that applies `quaternion0` first, then `quaternion1`."""
    ax, ay, az, aw = quaternion1
    bx, by, bz, bw = quaternion0
    return array_of([
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ])


def quaternion_conjugate(quaternion: Sequence[float]) -> Any:
    """The quaternion with its vector part negated."""
    x, y, z, w = quaternion
    return array_of([-x, -y, -z, w])


def quaternion_inverse(quaternion: Sequence[float]) -> Any:
    """The inverse of a quaternion."""
    square = sum(part * part for part in quaternion)
    return array_of([part / square for part in quaternion_conjugate(quaternion)])


def quaternion_slerp(quat0: Sequence[float], quat1: Sequence[float], fraction: float,
                     spin: int = 0, shortestpath: bool = True) -> Any:
    """A rotation between two at constant speed, with additional turns (`spin`)."""
    def unit(q: Sequence[float]) -> List[float]:
        length = math.sqrt(sum(part * part for part in q))
        return [part / length for part in q]
    q0, q1 = unit(quat0), unit(quat1)
    if fraction in (0.0, 1.0):
        return array_of(q1 if fraction else q0)
    dot = sum(a * b for a, b in zip(q0, q1))
    if abs(abs(dot) - 1.0) < EPSILON:
        return array_of(q0)
    if shortestpath and dot < 0.0:
        dot, q1 = -dot, [-part for part in q1]
    angle = math.acos(dot) + spin * math.pi
    if abs(angle) < EPSILON:
        return array_of(q0)
    f0, f1 = math.sin((1.0 - fraction) * angle), math.sin(fraction * angle)
    return array_of([(a * f0 + b * f1) / math.sin(angle) for a, b in zip(q0, q1)])


def random_quaternion(rand: Optional[Sequence[float]] = None) -> Any:
    """A uniformly distributed rotation (Shoemake), from three numbers between 0 and 1."""
    a, b, c = [random.random() for _ in range(3)] if rand is None else rand
    r1, r2 = math.sqrt(1.0 - a), math.sqrt(a)
    t1, t2 = 2 * math.pi * b, 2 * math.pi * c
    return array_of([math.sin(t1) * r1, math.cos(t1) * r1, math.sin(t2) * r2, math.cos(t2) * r2])


def random_rotation_matrix(rand: Optional[Sequence[float]] = None) -> Any:
    """The matrix of a random rotation."""
    need_numpy()
    return quaternion_matrix(random_quaternion(rand))
