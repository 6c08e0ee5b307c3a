"""Durations."""

from __future__ import annotations

from typing import Any, Protocol

from .constants import S_TO_NS

_MOST = 2 ** 63


class DurationType(Protocol):
    """Anything that has nanoseconds."""

    nanoseconds: int


class DurationHandle:
    """The nanoseconds of a duration, as the native layer stores them."""

    def __init__(self, nanoseconds: int) -> None:
        if not -_MOST <= nanoseconds < _MOST:
            raise OverflowError('Total nanoseconds value is too large to store in C duration.')
        self.nanoseconds = nanoseconds


class Duration:
    """A duration in nanoseconds, positive or negative."""

    __slots__ = ('_duration_handle',)

    def __init__(self, *, seconds: Any = 0, nanoseconds: Any = 0) -> None:
        self._duration_handle = DurationHandle(int(seconds * S_TO_NS) + int(nanoseconds))

    @property
    def nanoseconds(self) -> int:
        """The whole duration in nanoseconds."""
        return self._duration_handle.nanoseconds

    def __repr__(self) -> str:
        return f'Duration(nanoseconds={self.nanoseconds})'

    def __str__(self) -> str:
        return 'Infinite' if self == Infinite else f'{self.nanoseconds} nanoseconds'

    def __hash__(self) -> int:
        return hash(self.nanoseconds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds == other.nanoseconds
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds != other.nanoseconds
        return NotImplemented

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds < other.nanoseconds
        return NotImplemented

    def __le__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds <= other.nanoseconds
        return NotImplemented

    def __gt__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds > other.nanoseconds
        return NotImplemented

    def __ge__(self, other: object) -> bool:
        if isinstance(other, Duration):
            return self.nanoseconds >= other.nanoseconds
        return NotImplemented

    def __add__(self, other: object) -> 'Duration':
        if isinstance(other, Duration):
            return Duration(nanoseconds=self.nanoseconds + other.nanoseconds)
        return NotImplemented

    def __sub__(self, other: object) -> 'Duration':
        if isinstance(other, Duration):
            return Duration(nanoseconds=self.nanoseconds - other.nanoseconds)
        return NotImplemented

    def __mul__(self, other: object) -> 'Duration':
        if isinstance(other, (int, float)):
            return Duration(nanoseconds=self.nanoseconds * other)
        return NotImplemented

    __rmul__ = __mul__

    def to_msg(self) -> Any:
        """The duration as a ``builtin_interfaces/msg/Duration``."""
        from builtin_interfaces.msg import Duration as DurationMsg

        seconds, nanoseconds = divmod(self.nanoseconds, S_TO_NS)
        return DurationMsg(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any) -> 'Duration':
        """The duration of a ``builtin_interfaces/msg/Duration``."""
        from builtin_interfaces.msg import Duration as DurationMessage

        if not isinstance(msg, DurationMessage):
            raise TypeError('Must pass a builtin_interfaces.msg.Duration object')
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec)

    def get_c_duration(self) -> DurationHandle:
        """The native handle."""
        return self._duration_handle


#: Longer than any other duration.
Infinite = Duration(seconds=9223372036, nanoseconds=854775807)
