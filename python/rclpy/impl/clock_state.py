"""What a clock shows (virtual time, or a set time), and the registrations for its jumps."""

from __future__ import annotations

from typing import Any, Callable

from orrery_guest.virtual_time import now_ns

from ..clock_type import ClockType
from ..duration import Duration
from ..time import Time


class ClockState:
    """The time of a clock, and the registrations for its jumps."""

    #: What the clocks of ROS time without a source have shown last.
    _shown_by_any = -1

    def __init__(self, clock_type: ClockType) -> None:
        self.clock_type = clock_type
        self.active = False
        self.override = 0
        self._shown = -1
        #: Whether a node's time source sets it.
        self.has_source = False
        #: Whether it shows virtual time until there is a source of simulation time.
        self.awaits_source = False
        self._jumps: list[Any] = []
        #: Called when the time has been set.
        self.watchers: list[Callable[[], None]] = []

    def __enter__(self) -> 'ClockState':
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def destroy_when_not_in_use(self) -> None:
        """Nothing needs to be released."""

    def now(self) -> int:
        """ns since the epoch."""
        if self.shows_set_time:
            return self.override
        return now_ns()

    @property
    def shows_set_time(self) -> bool:
        """Whether the clock shows a set time, not virtual time."""
        return self.active and not self.awaits_source

    def found_source(self) -> None:
        """Lets the clock show only set times from now on."""
        if self.awaits_source:
            self.awaits_source = False
            self._tell()

    def get_now(self) -> Time:
        """The current time."""
        now = self.now()
        if self.shows_set_time:
            return Time(nanoseconds=now, clock_type=self.clock_type)
        # No real clock shows a time twice, and programs rely on that. Stamps of a node are the instant.
        if self.clock_type is not ClockType.ROS_TIME:
            now = self._shown = max(now, self._shown + 1)
        elif not self.has_source:
            # Programs make such a clock for each reading.
            now = ClockState._shown_by_any = max(now, ClockState._shown_by_any + 1)
        return Time.shown(now, self.clock_type)

    def get_ros_time_override_is_enabled(self) -> bool:
        """Whether the clock shows a set time."""
        return self.active

    def set_ros_time_override_is_enabled(self, enabled: bool) -> None:
        """Sets whether the clock shows a set time from now on."""
        if enabled == self.active:
            return
        from ..clock import ClockChange

        change = ClockChange.ROS_TIME_ACTIVATED if enabled else ClockChange.ROS_TIME_DEACTIVATED
        # A change of source counts as distance 0, however far apart the two times are.
        handles = [handle for handle in self._jumps if handle.wants(change, 0)]
        _before(handles)
        self.active = enabled
        _after(handles, change, 0)
        self._tell()

    def set_ros_time_override(self, time: Time) -> None:
        """Sets the time that the clock shows."""
        from ..clock import ClockChange

        before, after = self.override, time.nanoseconds
        change = ClockChange.ROS_TIME_NO_CHANGE
        handles = []
        if self.active:
            handles = [handle for handle in self._jumps if handle.wants(change, after - before)]
        _before(handles)
        self.override = after
        _after(handles, change, after - before)
        self._tell()

    def _tell(self) -> None:
        for watcher in list(self.watchers):
            watcher()


def _before(handles: list[Any]) -> None:
    for handle in handles:
        if handle._pre_callback is not None:
            handle._pre_callback()


def _after(handles: list[Any], change: Any, delta: int) -> None:
    from ..clock import TimeJump

    for handle in handles:
        if handle._post_callback is not None:
            handle._post_callback(TimeJump(change, Duration(nanoseconds=delta)))
