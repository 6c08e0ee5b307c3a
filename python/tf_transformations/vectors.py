"""Vectors, and a virtual ball that rotates objects with the mouse."""
from __future__ import annotations

import math
from typing import Any, Optional

from .arrays import need_numpy
from .quaternions import quaternion_matrix, quaternion_multiply, quaternion_slerp


def vector_norm(data: Any, axis: Optional[int] = None, out: Any = None) -> Any:
    """The length of a vector, or of vectors along an axis."""
    np = need_numpy()
    squares = np.array(data, dtype=float, ndmin=1) ** 2
    if out is not None:
        np.sqrt(np.sum(squares, axis=axis), out)
        return None
    length = np.sqrt(np.sum(squares, axis=axis))
    return float(length) if length.ndim == 0 else length


def unit_vector(data: Any, axis: Optional[int] = None, out: Any = None) -> Any:
    """A vector of length 1, or vectors normalised along an axis."""
    np = need_numpy()
    values = np.array(data, dtype=float)
    length = np.sqrt(np.sum(values * values, axis=axis, keepdims=axis is not None))
    if out is not None:
        out[...] = values / length
        return None
    return values / length


def random_vector(size: Any) -> Any:
    """Random numbers between 0 and 1."""
    return need_numpy().random.random(size)


def arcball_map_to_sphere(point: Any, center: Any, radius: float) -> Any:
    """The point of the unit sphere that is visible at a position in a window."""
    np = need_numpy()
    x, y = (point[0] - center[0]) / radius, (center[1] - point[1]) / radius
    square = x * x + y * y
    if square > 1.0:
        return np.array([x, y, 0.0]) / math.sqrt(square)
    return np.array([x, y, math.sqrt(1.0 - square)])


def arcball_constrain_to_axis(point: Any, axis: Any) -> Any:
    """The point of the sphere nearest to the given one and perpendicular to an axis."""
    np = need_numpy()
    a = np.array(axis, dtype=float)
    v = np.array(point, dtype=float)
    v = v - a * np.dot(a, v)
    length = vector_norm(v)
    if length > 0.0:
        return v * (-1.0 if v[2] < 0.0 else 1.0) / length
    if a[2] == 1.0:
        return np.array([1.0, 0.0, 0.0])
    return unit_vector([-a[1], a[0], 0.0])


def arcball_nearest_axis(point: Any, axes: Any) -> Any:
    """The axis whose arc is nearest to a point."""
    np = need_numpy()
    return max(axes, key=lambda axis: np.dot(arcball_constrain_to_axis(point, axis), point))


class Arcball:
    """Rotates with the mouse: press with `down`, move with `drag`."""

    def __init__(self, initial: Any = None) -> None:
        np = need_numpy()
        from .quaternions import quaternion_from_matrix
        self._axes: Any = None
        self._axis: Any = None
        self._radius, self._center = 1.0, [0.0, 0.0]
        self._down = np.array([0.0, 0.0, 1.0])
        self.constrain = False
        if initial is None:
            self._now = np.array([0.0, 0.0, 0.0, 1.0])
        else:
            values = np.array(initial, dtype=float)
            self._now = quaternion_from_matrix(values) if values.shape == (4, 4) else (
                values / vector_norm(values))
        self._start = self._before = self._now

    def place(self, center: Any, radius: float) -> None:
        """Set the position of the ball in the window."""
        self._radius, self._center = float(radius), [float(center[0]), float(center[1])]

    def setaxes(self, *axes: Any) -> None:
        """Set the axes to which rotations may be constrained."""
        self._axes = None if axes == (None,) else [unit_vector(axis) for axis in axes]

    def setconstrain(self, constrain: bool) -> None:
        """Set whether rotations are constrained."""
        self.constrain = constrain is True

    def getconstrain(self) -> bool:
        """Whether rotations are constrained."""
        return self.constrain

    def down(self, point: Any) -> None:
        """Press the mouse."""
        self._down = arcball_map_to_sphere(point, self._center, self._radius)
        self._start = self._before = self._now
        self._axis = None
        if self.constrain and self._axes is not None:
            self._axis = arcball_nearest_axis(self._down, self._axes)
            self._down = arcball_constrain_to_axis(self._down, self._axis)

    def drag(self, point: Any) -> None:
        """Move the mouse."""
        np = need_numpy()
        here = arcball_map_to_sphere(point, self._center, self._radius)
        if self._axis is not None:
            here = arcball_constrain_to_axis(here, self._axis)
        self._before = self._now
        turn = np.cross(self._down, here)
        if np.dot(turn, turn) < 1e-20:
            self._now = self._start
        else:
            self._now = quaternion_multiply([*turn, np.dot(self._down, here)], self._start)

    def next(self, acceleration: float = 0.0) -> None:
        """Continue turning."""
        following = quaternion_slerp(self._before, self._now, 2.0 + acceleration, 0, False)
        self._before, self._now = self._now, following

    def matrix(self) -> Any:
        """The rotation."""
        return quaternion_matrix(self._now)
