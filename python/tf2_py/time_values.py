"""Times and durations in the forms that tf2 accepts: rclpy's, messages, and each other."""
from __future__ import annotations

from typing import Any

SECOND = 1_000_000_000


def nanoseconds_of(value: Any) -> int:
    """Nanoseconds of a time or duration of rclpy or a message. Raises TypeError for others."""
    nanoseconds = getattr(value, 'nanoseconds', None)
    if nanoseconds is not None:
        return int(nanoseconds)
    seconds = getattr(value, 'sec', None)
    if seconds is not None:
        return int(seconds) * SECOND + int(value.nanosec)
    raise TypeError(f'a time must be rclpy.time.Time or builtin_interfaces.msg.Time, not {value!r}')


def time_message(nanoseconds: int) -> Any:
    """A `builtin_interfaces.msg.Time`."""
    from builtin_interfaces.msg import Time
    seconds, rest = divmod(nanoseconds, SECOND)
    return Time(sec=seconds, nanosec=rest)


def in_seconds(nanoseconds: int) -> str:
    """A time in the format of tf2's messages."""
    return '%.6f' % (nanoseconds / SECOND)
