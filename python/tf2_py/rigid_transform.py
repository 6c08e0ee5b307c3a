"""Rotations, translations and transforms as tuples of floats, in the order of tf2's arithmetic."""
from __future__ import annotations

import math
from typing import NamedTuple, Tuple

Vector = Tuple[float, float, float]
#: x, y, z, w
Quaternion = Tuple[float, float, float, float]


class Transform(NamedTuple):
    """A rotation followed by a translation."""

    translation: Vector
    rotation: Quaternion


IDENTITY = Transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def times(a: Quaternion, b: Quaternion) -> Quaternion:
    """The rotation that applies `b` first, then `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: Quaternion) -> Quaternion:
    """The inverse rotation."""
    return -q[0], -q[1], -q[2], q[3]


def rotate(q: Quaternion, v: Vector) -> Vector:
    """A vector rotated by a unit quaternion."""
    return times(times(q, (v[0], v[1], v[2], 0.0)), conjugate(q))[:3]


def add(a: Vector, b: Vector) -> Vector:
    """The sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def subtract(a: Vector, b: Vector) -> Vector:
    """The difference of two vectors."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scale(v: Vector, factor: float) -> Vector:
    """A scaled vector."""
    return v[0] * factor, v[1] * factor, v[2] * factor


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def compose(a: Transform, b: Transform) -> Transform:
    """The transform that applies `b` first, then `a`."""
    return Transform(add(rotate(a.rotation, b.translation), a.translation),
                     times(a.rotation, b.rotation))


def inverse(t: Transform) -> Transform:
    """The inverse of a transform."""
    back = conjugate(t.rotation)
    x, y, z = t.translation
    return Transform(rotate(back, (-x, -y, -z)), back)


def interpolate(a: Transform, b: Transform, ratio: float) -> Transform:
    """A transform between two: linear in translation, the shorter way in rotation."""
    rest = 1 - ratio
    (ax, ay, az), (bx, by, bz) = a.translation, b.translation
    moved = (rest * ax + ratio * bx, rest * ay + ratio * by, rest * az + ratio * bz)
    return Transform(moved, slerp(a.rotation, b.rotation, ratio))


def _dot(a: Quaternion, b: Quaternion) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


def slerp(a: Quaternion, b: Quaternion, ratio: float) -> Quaternion:
    """A rotation between two at constant angular speed: `a` at 0, `b` (or `-b`) at 1."""
    cosine = _dot(a, b)
    theta = math.acos(min(1.0, abs(cosine) / math.sqrt(_dot(a, a) * _dot(b, b))))
    if theta == 0:
        return a
    of_a = math.sin((1 - ratio) * theta) / math.sin(theta)
    of_b = math.sin(ratio * theta) / math.sin(theta) * (-1 if cosine < 0 else 1)
    return (a[0] * of_a + b[0] * of_b, a[1] * of_a + b[1] * of_b,
            a[2] * of_a + b[2] * of_b, a[3] * of_a + b[3] * of_b)
