"""Stand-in of `angles`: differences of angles, and turns within limits (radians)."""
from __future__ import annotations

from math import fmod, pi
from typing import Tuple

__all__ = ['normalize_angle_positive', 'normalize_angle', 'shortest_angular_distance', 'two_pi_complement',
           '_find_min_max_delta', 'shortest_angular_distance_with_limits']

_TURN = 2 * pi


def normalize_angle_positive(angle: float) -> float:
    """The same direction in [0, 2 pi)."""
    return fmod(fmod(angle, _TURN) + _TURN, _TURN)


def normalize_angle(angle: float) -> float:
    """The same direction in (-pi, pi]."""
    positive = normalize_angle_positive(angle)
    return positive - _TURN if positive > pi else positive


def shortest_angular_distance(from_angle: float, to_angle: float) -> float:
    """The shorter turn from one direction to another."""
    return normalize_angle(to_angle - from_angle)


def two_pi_complement(angle: float) -> float:
    """The turn in the other direction with the same result."""
    if abs(angle) > _TURN:
        angle = fmod(angle, _TURN)
    return angle + _TURN if angle <= 0 else angle - _TURN


def _find_min_max_delta(from_angle: float, left_limit: float, right_limit: float) -> Tuple[bool, float, float]:
    """Whether a direction is within limits, and how far it may turn to each side."""
    left = shortest_angular_distance(from_angle, left_limit)
    right = shortest_angular_distance(from_angle, right_limit)
    other_left, other_right = two_pi_complement(left), two_pi_complement(right)
    if left == 0:
        return True, left, max(right, other_right)
    if right == 0:
        return True, min(left, other_left), right
    low, high_of_left = sorted((left, other_left))
    low_of_right, high = sorted((right, other_right))
    if low <= low_of_right or high >= high_of_left:
        return left_limit == -pi and right_limit == pi, low_of_right, high_of_left
    return True, low, high


def shortest_angular_distance_with_limits(
        from_angle: float, to_angle: float, left_limit: float, right_limit: float) -> Tuple[bool, float]:
    """Whether there is a turn within limits from one direction to another, and the turn."""
    is_inside, low, high = _find_min_max_delta(from_angle, left_limit, right_limit)
    turn = shortest_angular_distance(from_angle, to_angle)
    ways = (turn, two_pi_complement(turn))
    if is_inside:
        for way in ways:
            if low <= way <= high:
                return True, way
        _, low, high = _find_min_max_delta(to_angle, left_limit, right_limit)
        # The limit closer to the goal is passed last.
        low, high = high, low
    if abs(low) == abs(high):
        return False, min(ways, key=abs)
    return False, min(ways) if abs(low) < abs(high) else max(ways)
