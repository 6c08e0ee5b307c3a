"""Euler angles in all 24 sequences of axes.

A sequence is four numbers: the first axis; whether the second is the one before it in the cycle x, y,
z (else the one behind it); whether the third is the first again; whether the axes turn with the
body (`r`, else `s` for static). https://en.wikipedia.org/wiki/Euler_angles has the formulas.
"""
from __future__ import annotations

import math
from typing import Any, List, Tuple, Union

from .arrays import EPSILON, array_of, matrix_of

Axes = Union[str, Tuple[int, int, int, int]]

#: The next axis in the cycle.
_NEXT_AXIS = [1, 2, 0, 1]


def _all_sequences() -> dict:
    found = {}
    for first in range(3):
        for backward in (0, 1):
            for repeated in (0, 1):
                i = first
                j = _NEXT_AXIS[i + backward]
                k = i if repeated else _NEXT_AXIS[i - backward + 1]
                name = 'xyz'[i] + 'xyz'[j] + 'xyz'[k]
                found['s' + name] = (first, backward, repeated, 0)
                # Rotating axes are equivalent to static ones in reverse order.
                found['r' + name[::-1]] = (first, backward, repeated, 1)
    return found


_AXES2TUPLE = _all_sequences()
_TUPLE2AXES = {value: name for name, value in _AXES2TUPLE.items()}


def _sequence(axes: Axes) -> Tuple[int, int, int, int, int, int]:
    """The three axes, and whether the sequence is backward, repeated and rotating."""
    if isinstance(axes, str):
        numbers = _AXES2TUPLE[axes.lower()]
    else:
        numbers = tuple(axes)  # type: ignore[assignment]
        _TUPLE2AXES[numbers]
    i, backward, repeated, turning = numbers
    return (i, _NEXT_AXIS[i + backward], _NEXT_AXIS[i - backward + 1], backward, repeated, turning)


def _rotation(ai: float, aj: float, ak: float, axes: Axes) -> List[List[float]]:
    i, j, k, backward, repeated, turning = _sequence(axes)
    if turning:
        ai, ak = ak, ai
    if backward:
        ai, aj, ak = -ai, -aj, -ak
    si, sj, sk = math.sin(ai), math.sin(aj), math.sin(ak)
    ci, cj, ck = math.cos(ai), math.cos(aj), math.cos(ak)
    m = [[0.0] * 3 for _ in range(3)]
    if repeated:
        m[i][i], m[i][j], m[i][k] = cj, sj * si, sj * ci
        m[j][i], m[j][j], m[j][k] = sj * sk, ci * ck - cj * si * sk, -cj * ci * sk - si * ck
        m[k][i], m[k][j], m[k][k] = -sj * ck, cj * si * ck + ci * sk, cj * ci * ck - si * sk
    else:
        m[i][i], m[i][j], m[i][k] = cj * ck, sj * si * ck - ci * sk, sj * ci * ck + si * sk
        m[j][i], m[j][j], m[j][k] = cj * sk, sj * si * sk + ci * ck, sj * ci * sk - si * ck
        m[k][i], m[k][j], m[k][k] = -sj, cj * si, cj * ci
    return m


def euler_matrix(ai: float, aj: float, ak: float, axes: Axes = 'sxyz') -> Any:
    """The matrix of three angles."""
    matrix = matrix_of([[1.0 if r == c else 0.0 for c in range(4)] for r in range(4)])
    matrix[:3, :3] = _rotation(ai, aj, ak, axes)
    return matrix


def euler_from_matrix(matrix: Any, axes: Axes = 'sxyz') -> Tuple[float, float, float]:
    """The three angles of a matrix."""
    i, j, k, backward, repeated, turning = _sequence(axes)
    m = [[float(matrix[r][c]) for c in range(3)] for r in range(3)]
    if repeated:
        side = math.hypot(m[i][j], m[i][k])
        ax = math.atan2(m[i][j], m[i][k]) if side > EPSILON else math.atan2(-m[j][k], m[j][j])
        ay = math.atan2(side, m[i][i])
        az = math.atan2(m[j][i], -m[k][i]) if side > EPSILON else 0.0
    else:
        side = math.hypot(m[i][i], m[j][i])
        ax = math.atan2(m[k][j], m[k][k]) if side > EPSILON else math.atan2(-m[j][k], m[j][j])
        ay = math.atan2(-m[k][i], side)
        az = math.atan2(m[j][i], m[i][i]) if side > EPSILON else 0.0
    if backward:
        ax, ay, az = -ax, -ay, -az
    return (az, ay, ax) if turning else (ax, ay, az)


def quaternion_from_euler(ai: float, aj: float, ak: float, axes: Axes = 'sxyz') -> Any:
    """The quaternion of three angles."""
    i, j, k, backward, repeated, turning = _sequence(axes)
    if turning:
        ai, ak = ak, ai
    if backward:
        aj = -aj
    ci, cj, ck = math.cos(ai / 2), math.cos(aj / 2), math.cos(ak / 2)
    si, sj, sk = math.sin(ai / 2), math.sin(aj / 2), math.sin(ak / 2)
    q = [0.0] * 4
    if repeated:
        q[i] = cj * (ci * sk + si * ck)
        q[j] = sj * (ci * ck + si * sk)
        q[k] = sj * (ci * sk - si * ck)
        q[3] = cj * (ci * ck - si * sk)
    else:
        q[i] = cj * si * ck - sj * ci * sk
        q[j] = cj * si * sk + sj * ci * ck
        q[k] = cj * ci * sk - sj * si * ck
        q[3] = cj * ci * ck + sj * si * sk
    if backward:
        q[j] = -q[j]
    return array_of(q)


def euler_from_quaternion(quaternion: Any, axes: Axes = 'sxyz') -> Tuple[float, float, float]:
    """The three angles of a quaternion."""
    from .quaternions import rotation_rows
    return euler_from_matrix(rotation_rows(quaternion), axes)
