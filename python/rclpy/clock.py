"""Clocks: all of them show virtual time; a ROS clock can be set."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Callable, Optional, Protocol, TypedDict

from .clock_type import ClockType
from .destroyable import DestroyableType
from .duration import Duration
from .exceptions import NotInitializedException
from .impl.borrowed_names import borrowed_by
from .impl.clock_sleep import ClockSleep
from .impl.clock_state import ClockState
from .time import Time


class ClockChange(IntEnum):
    """How the source of a clock's time changed."""

    ROS_TIME_NO_CHANGE = 1
    ROS_TIME_ACTIVATED = 2
    ROS_TIME_DEACTIVATED = 3
    SYSTEM_TIME_NO_CHANGE = 4


class JumpThreshold:
    """The threshold above which jumps of a clock are reported."""

    def __init__(self, *, min_forward: Optional[Duration], min_backward: Optional[Duration],
                 on_clock_change: bool = True) -> None:
        if min_forward is not None and min_forward.nanoseconds <= 0:
            raise ValueError('min_forward must be a positive non-zero duration')
        if min_backward is not None and min_backward.nanoseconds >= 0:
            raise ValueError('min_backward must be a negative non-zero duration')
        if min_forward is None and min_backward is None and not on_clock_change:
            raise ValueError('At least one jump threshold must be enabled')
        self.min_forward = min_forward
        self.min_backward = min_backward
        self.on_clock_change = on_clock_change


class TimeJump:
    """A jump that happened."""

    def __init__(self, clock_change: ClockChange, delta: Duration) -> None:
        if not isinstance(clock_change, ClockChange):
            raise TypeError('clock_change must be an instance of rclpy.clock.ClockChange')
        self._clock_change = clock_change
        self._delta = delta

    @property
    def clock_change(self) -> ClockChange:
        """How the source changed."""
        return self._clock_change

    @property
    def delta(self) -> Duration:
        """The difference between the times after and before."""
        return self._delta


class TimeJumpDictionary(TypedDict):
    """A jump as the native layer represents it."""

    clock_change: ClockChange
    delta: int


JumpHandlePreCallbackType = Callable[[], None]


class JumpHandle:
    """A registration for jumps of a clock."""

    def __init__(self, *, clock: 'Clock', threshold: JumpThreshold,
                 pre_callback: Optional[Callable[[], None]],
                 post_callback: Optional[Callable[[TimeJump], None]]) -> None:
        if pre_callback is None and post_callback is None:
            raise ValueError('One of pre_callback or post_callback must be callable')
        if pre_callback is not None and not callable(pre_callback):
            raise ValueError('pre_callback must be callable if given')
        if post_callback is not None and not callable(post_callback):
            raise ValueError('post_callback must be callable if given')
        self._clock: Optional[Clock] = clock
        self._threshold = threshold
        self._pre_callback = pre_callback
        self._post_callback = post_callback
        clock.handle._jumps.append(self)

    def wants(self, change: ClockChange, delta: int) -> bool:
        """Whether this jump exceeds the threshold."""
        threshold = self._threshold
        if change in (ClockChange.ROS_TIME_ACTIVATED, ClockChange.ROS_TIME_DEACTIVATED):
            if threshold.on_clock_change:
                return True
        if threshold.min_forward is not None and delta >= threshold.min_forward.nanoseconds:
            return True
        backward = threshold.min_backward
        return backward is not None and delta <= backward.nanoseconds

    def unregister(self) -> None:
        """Removes the registration."""
        if self._clock is not None and self in self._clock.handle._jumps:
            self._clock.handle._jumps.remove(self)
        self._clock = None

    def __enter__(self) -> 'JumpHandle':
        return self

    def __exit__(self, *_: Any) -> None:
        self.unregister()


class ClockHandle(DestroyableType, Protocol):
    """The native handle of a clock."""

    def get_now(self) -> Time: ...

    def get_ros_time_override_is_enabled(self) -> bool: ...

    def set_ros_time_override_is_enabled(self, enabled: bool) -> None: ...

    def set_ros_time_override(self, time_point: Time) -> None: ...

    def add_clock_callback(self, pyjump_handle: JumpHandle, on_clock_change: bool,
                           min_forward: int, min_backward: int) -> None: ...

    def remove_clock_callback(self, pyjump_handle: JumpHandle) -> None: ...


class Clock:
    """A clock of some type; a clock of ROS time is a :class:`ROSClock`."""

    def __new__(cls, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> 'Clock':
        if not isinstance(clock_type, ClockType):
            raise TypeError('Clock type must be a ClockType enum')
        kind = ROSClock if clock_type is ClockType.ROS_TIME and cls is Clock else cls
        clock = super().__new__(kind)
        clock.__clock = ClockState(clock_type)
        clock._clock_type = clock_type
        return clock

    @property
    def clock_type(self) -> ClockType:
        """Its type."""
        return self._clock_type

    @property
    def handle(self) -> ClockState:
        """The native handle."""
        return self.__clock

    def __repr__(self) -> str:
        return f'Clock(clock_type={self.clock_type.name})'

    def now(self) -> Time:
        """The current time."""
        return self.__clock.get_now()

    def create_jump_callback(
        self, threshold: JumpThreshold, *, pre_callback: Optional[Callable[[], None]] = None,
        post_callback: Optional[Callable[[TimeJump], None]] = None,
    ) -> JumpHandle:
        """Calls back before and after the clock jumps."""
        if post_callback is not None and not callable(post_callback):
            raise ValueError('post_callback must be callable if given')
        return JumpHandle(clock=self, threshold=threshold, pre_callback=pre_callback,
                          post_callback=post_callback)

    def sleep_until(self, until: Time, context: Any = None) -> bool:
        """Waits until the clock shows `until`; False at a shutdown, or if its source changes."""
        from .utilities import get_default_context

        if context is None:
            context = get_default_context()
        if not context.ok():
            raise NotInitializedException()
        if until.clock_type != self._clock_type:
            raise ValueError("until's clock type does not match this clock's type")
        return ClockSleep(self.__clock, context, until.nanoseconds).run()

    def sleep_for(self, rel_time: Duration, context: Any = None) -> bool:
        """Waits for a duration, see :meth:`sleep_until`."""
        return self.sleep_until(self.now() + rel_time, context)


class ROSClock(Clock):
    """A clock that shows a set time while that is enabled, for simulation time."""

    def __new__(cls) -> 'ROSClock':
        return super().__new__(cls, clock_type=ClockType.ROS_TIME)  # type: ignore[return-value]

    @property
    def ros_time_is_active(self) -> bool:
        """Whether the clock shows a set time."""
        return self.handle.get_ros_time_override_is_enabled()

    def _set_ros_time_is_active(self, enabled: bool) -> None:
        self.handle.set_ros_time_override_is_enabled(enabled)

    def set_ros_time_override(self, time: Time) -> None:
        """Sets the time that the clock shows."""
        if not isinstance(time, Time):
            raise TypeError('Time must be specified as rclpy.time.Time. Received type: {0}'.format(
                type(time)))
        if self.handle.active:
            # Whoever sets the clock is its source, whether that is /clock or the program.
            self.handle.awaits_source = False
        self.handle.set_ros_time_override(time)


__getattr__ = borrowed_by(__name__)
