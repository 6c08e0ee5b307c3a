"""Points in time."""

from __future__ import annotations

from typing import Any, Protocol

from .clock_type import ClockType
from .constants import S_TO_NS
from .duration import Duration

_MOST = 2 ** 63


class TimeHandle(Protocol):
    """The native handle of a time."""

    nanoseconds: int
    clock_type: ClockType


class _TimePoint:
    __slots__ = ('nanoseconds', 'clock_type')

    def __init__(self, nanoseconds: int, clock_type: ClockType) -> None:
        self.nanoseconds = nanoseconds
        self.clock_type = clock_type


class _Reading(_TimePoint):
    """A clock's reading of virtual time, which may be less than a second after its origin."""

    __slots__ = ()


class Time:
    """A point in time of a clock type, in nanoseconds since its origin."""

    __slots__ = ('_time_handle',)

    def __init__(self, *, seconds: Any = 0, nanoseconds: Any = 0,
                 clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        if not isinstance(clock_type, ClockType):
            raise TypeError('Clock type must be a ClockType enum')
        if seconds < 0:
            raise ValueError('Seconds value must not be negative')
        if nanoseconds < 0:
            raise ValueError('Nanoseconds value must not be negative')
        total = int(seconds * S_TO_NS) + int(nanoseconds)
        if total >= _MOST:
            raise OverflowError('Total nanoseconds value is too large to store in C time point.')
        self._time_handle = _TimePoint(total, clock_type)

    @classmethod
    def shown(cls, nanoseconds: int, clock_type: ClockType) -> 'Time':
        """A time that a clock shows without having been set.

        Real clocks are years past their origins, so programs freely subtract from their times.
        Results before the origin are therefore allowed for such times.
        """
        time = cls.__new__(cls)
        time._time_handle = _Reading(nanoseconds, clock_type)
        return time

    def _moved(self, nanoseconds: int) -> 'Time':
        total = self.nanoseconds + nanoseconds
        if total < 0 and isinstance(self._time_handle, _Reading):
            return Time.shown(total, self.clock_type)
        time = Time(nanoseconds=total, clock_type=self.clock_type)
        time._time_handle.__class__ = self._time_handle.__class__
        return time

    @property
    def nanoseconds(self) -> int:
        """The whole time in nanoseconds."""
        return self._time_handle.nanoseconds

    def seconds_nanoseconds(self) -> tuple[int, int]:
        """Whole seconds, and the remaining nanoseconds."""
        return divmod(self.nanoseconds, S_TO_NS)

    @property
    def clock_type(self) -> ClockType:
        """The type of its clock."""
        return self._time_handle.clock_type

    def __repr__(self) -> str:
        return f'Time(nanoseconds={self.nanoseconds}, clock_type={self.clock_type.name})'

    def __hash__(self) -> int:
        return hash((self.nanoseconds, self.clock_type))

    def __add__(self, other: Any) -> 'Time':
        if not isinstance(other, Duration):
            return NotImplemented
        try:
            return self._moved(other.nanoseconds)
        except OverflowError as error:
            raise OverflowError('Addition leads to overflow in C storage.') from error

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Time):
            self._require_same_clock(other, "Can't subtract times with different clock types")
            return Duration(nanoseconds=self.nanoseconds - other.nanoseconds)
        if isinstance(other, Duration):
            try:
                return self._moved(-other.nanoseconds)
            except ValueError as error:
                raise ValueError('Subtraction leads to negative time.') from error
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Time):
            self._require_same_clock(other)
            return self.nanoseconds == other.nanoseconds
        return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Time):
            self._require_same_clock(other)
            return self.nanoseconds < other.nanoseconds
        return NotImplemented

    def __le__(self, other: object) -> bool:
        if isinstance(other, Time):
            self._require_same_clock(other)
            return self.nanoseconds <= other.nanoseconds
        return NotImplemented

    def __gt__(self, other: object) -> bool:
        if isinstance(other, Time):
            self._require_same_clock(other)
            return self.nanoseconds > other.nanoseconds
        return NotImplemented

    def __ge__(self, other: object) -> bool:
        if isinstance(other, Time):
            self._require_same_clock(other)
            return self.nanoseconds >= other.nanoseconds
        return NotImplemented

    def _require_same_clock(
        self, other: 'Time', sentence: str = "Can't compare times with different clock types"
    ) -> None:
        if self.clock_type != other.clock_type:
            raise TypeError(sentence)

    def to_msg(self) -> Any:
        """The time as a ``builtin_interfaces/msg/Time``."""
        from builtin_interfaces.msg import Time as TimeMsg

        seconds, nanoseconds = self.seconds_nanoseconds()
        return TimeMsg(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any, clock_type: ClockType = ClockType.ROS_TIME) -> 'Time':
        """The time of a ``builtin_interfaces/msg/Time``."""
        from builtin_interfaces.msg import Time as TimeMessage

        if not isinstance(msg, TimeMessage):
            raise TypeError('Must pass a builtin_interfaces.msg.Time object')
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec, clock_type=clock_type)
