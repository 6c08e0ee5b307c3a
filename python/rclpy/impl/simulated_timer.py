"""Timers whose clock shows the times of ``/clock``, as rcl handles them."""

from __future__ import annotations

import weakref
from typing import Any, Optional


class SimulatedTimer:
    """Decides when a timer on a ROS clock is due. Orrery's own timer only delivers the call."""

    def __init__(self, timer: Any, clock: Any) -> None:
        self._timer = weakref.ref(timer)
        self._clock = clock
        self._next = 0
        self._last = 0
        #: Whether a call was requested that has not happened yet.
        self._is_due = False
        #: Whether the clock shows set times, so that this object decides.
        self.decides = clock.shows_set_time
        if self.decides:
            self.begin()
        clock.watchers.append(self._clock_was_set)

    def begin(self) -> None:
        """Lets the next call be one period from now."""
        timer = self._timer()
        self._last = self._clock.now()
        self._next = self._last + timer.period
        self._is_due = False
        timer.stop()

    def called(self) -> Optional[int]:
        """Notes a call; returns the time at which it was due. Missed periods are skipped."""
        expected, period, now = self._next, self._timer().period, self._clock.now()
        self._next += period
        if self._next < now and period > 0:
            self._next += -(-(now - self._next) // period) * period
        self._last = now
        self._is_due = False
        self._timer().stop()
        self._clock_was_set()
        return expected

    def until_next(self) -> int:
        """ns until the next call."""
        return self._next - self._clock.now()

    def _clock_was_set(self) -> None:
        timer = self._timer()
        if timer is None or not timer.handle.valid:
            self._clock.watchers.remove(self._clock_was_set)
            return
        if self._clock.shows_set_time != self.decides:
            self.decides = not self.decides
            if timer.canceled:
                return
            if self.decides:
                self.begin()
            else:
                timer.restart()
        if not self.decides or timer.canceled or self._is_due:
            return
        now = self._clock.now()
        if self._next <= now:
            self._is_due = True
            timer.ring()
        elif now < self._last:
            self.begin()


def simulated(timer: Any, clock: Any) -> Optional[SimulatedTimer]:
    """The object for a timer on a ROS clock; None for other timers."""
    return SimulatedTimer(timer, clock.handle) if hasattr(clock, 'ros_time_is_active') else None
