"""The velocity of a frame, from its poses at two times."""
from __future__ import annotations

import math
from typing import Callable, Tuple

from .rigid_transform import (
    Quaternion, Transform, Vector, add, conjugate, cross, rotate, scale, subtract, times)
from .time_values import SECOND

Find = Callable[[str, str, int], Tuple[Transform, int]]
#: Linear and angular velocity.
Velocity = Tuple[Vector, Vector]


def _rotation_vector(q: Quaternion) -> Vector:
    """The axis of a rotation with its angle as length."""
    x, y, z, w = q if q[3] >= 0 else (-q[0], -q[1], -q[2], -q[3])
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        return 0.0, 0.0, 0.0
    return scale((x, y, z), 2 * math.atan2(length, w) / length)


def velocity(find: Find, frames: Tuple[str, str, str, str], point: Vector, latest: int,
             time: int, interval: int) -> Velocity:
    """The velocity of `point` (of the last frame) as a part of the first frame.

    `frames` are tracking, observation, reference and the point's frame. The velocity is averaged
    over an interval around a time, not later than `latest`, and given in the reference frame.
    """
    tracking, observation, reference, point_frame = frames
    end = min(time + interval // 2, latest)
    # Not 0, which would mean the latest.
    start = max(max(interval, end) - interval, 1)
    seconds = (end - start) / SECOND
    first, _ = find(observation, tracking, start)
    last, _ = find(observation, tracking, end)
    turned = rotate(first.rotation,
                    _rotation_vector(times(conjugate(first.rotation), last.rotation)))
    moved = subtract(last.translation, first.translation)
    to_reference, _ = find(reference, observation, time)
    angular = rotate(to_reference.rotation, scale(turned, 1 / seconds))
    linear = rotate(to_reference.rotation, scale(moved, 1 / seconds))
    # The point moves with the frame, whose origin moves with `linear`.
    origin, _ = find(reference, tracking, time)
    to_point, _ = find(reference, point_frame, time)
    arm = subtract(add(rotate(to_point.rotation, point), to_point.translation), origin.translation)
    return add(linear, cross(angular, arm)), angular
