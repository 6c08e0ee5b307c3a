"""Timers and rates."""

from __future__ import annotations

import inspect
import struct
from threading import Event, Lock
from typing import Any, Callable, Optional, Union

from orrery_guest import wire
from orrery_guest.deadlock import awaiting
from orrery_guest.guest import guest

from .callback_groups import Activity, CallbackGroup
from .clock import Clock
from .clock_type import ClockType
from .exceptions import ROSInterruptException
from .impl.borrowed_names import borrowed_by
from .impl.handle import Handle
from .impl.native import RCLError
from .impl.simulated_timer import simulated
from .time import Time
from .utilities import get_default_context

_SET = struct.Struct('<Bq')
_CANCEL, _RESET, _PERIOD = range(3)
#: For annotations: what a timer calls.
TimerCallbackType = Callable[..., Any]


class TimerInfo:
    """When a timer should have been called, and when it was."""

    __slots__ = ('expected_call_time', 'actual_call_time')

    def __init__(self, expected_call_time: Union[Time, int] = 0,
                 actual_call_time: Union[Time, int] = 0,
                 clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        self.expected_call_time = _time_of(expected_call_time, clock_type)
        self.actual_call_time = _time_of(actual_call_time, clock_type)


def _time_of(time: Union[Time, int], clock_type: ClockType) -> Time:
    if isinstance(time, Time):
        return time
    return Time(nanoseconds=time, clock_type=clock_type)


class TimerHandle(Handle):
    """The native side of a timer."""

    _on_reset: Optional[Callable[[int], Any]] = None

    def set_on_reset_callback(self, callback: Callable[[int], Any]) -> None:
        """Calls back when the timer is reset."""
        self._on_reset = callback

    def clear_on_reset_callback(self) -> None:
        """Stops calling back."""
        self._on_reset = None

    def was_reset(self) -> None:
        """Notes that the timer was reset."""
        if self._on_reset is not None:
            self._on_reset(1)


class Timer:
    """Calls back after each period of its clock. Created by nodes."""

    def __init__(self, callback: Optional[Callable[..., Any]],
                 callback_group: Optional[CallbackGroup], timer_period_ns: int, clock: Clock, *,
                 context: Any = None, autostart: bool = True, node: Any = None) -> None:
        from .impl.wire_entities import declare_timer

        self._context = context if context is not None else get_default_context()
        self._clock = clock
        self._period = int(timer_period_ns)
        if self._period < 0:
            raise RCLError('failed to create timer: timer period must be non-negative')
        number = _host(node)
        self.__timer = TimerHandle('timer', declare_timer(
            number, self._period, int(clock.clock_type), autostart))
        self.callback = callback
        self._wants_info = False
        if callback is not None:
            try:
                inspect.signature(callback).bind()
            except TypeError:
                self._wants_info = True
            except ValueError:
                pass
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False
        self._created = clock.now().nanoseconds
        self._last = self._created
        self._canceled = not autostart
        self._number = self.__timer.number
        self._simulated = simulated(self, clock)

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__timer

    def destroy(self) -> None:
        """Destroys the timer."""
        self.__timer.destroy_when_not_in_use()
        Activity.topology += 1

    @property
    def clock(self) -> Clock:
        """The clock that it follows."""
        return self._clock

    @property
    def timer_period_ns(self) -> int:
        """The period in nanoseconds."""
        with self.__timer:
            return self._period

    @timer_period_ns.setter
    def timer_period_ns(self, value: int) -> None:
        period = int(value)
        with self.__timer:
            self._period = period
            if not self._is_simulated:
                self._set(_PERIOD, period)

    def is_ready(self) -> bool:
        """Whether the timer is due now."""
        left = self.time_until_next_call()
        return left is not None and left <= 0

    def is_canceled(self) -> bool:
        """Whether it was cancelled and not reset since."""
        with self.__timer:
            return self._canceled

    def cancel(self) -> None:
        """Cancels the timer until it is reset."""
        with self.__timer:
            self._canceled = True
            self._set(_CANCEL)

    def reset(self) -> None:
        """Lets the next call be one period from now."""
        with self.__timer:
            self._canceled = False
            self._last = self._clock.now().nanoseconds
            if self._is_simulated:
                self._simulated.begin()
            else:
                self._set(_RESET)
            self.__timer.was_reset()

    def time_since_last_call(self) -> int:
        """ns since its last call, or since its creation."""
        with self.__timer:
            return self._clock.now().nanoseconds - self._last

    def time_until_next_call(self) -> Optional[int]:
        """ns until the next call; None if it is cancelled."""
        with self.__timer:
            if self._is_simulated:
                return None if self._canceled else self._simulated.until_next()
            return guest.query('timer', subject=self._number)['next']

    def called(self, expected: int) -> tuple[Any, ...]:
        """Returns the arguments of a call that happens now."""
        now = self._clock.now()
        self._last = now.nanoseconds
        if self._is_simulated:
            expected = self._simulated.called()
        if not self._wants_info:
            return ()
        expected_time = Time(nanoseconds=max(0, expected), clock_type=now.clock_type)
        return (TimerInfo(expected_call_time=expected_time, actual_call_time=now),)

    # Used by simulated timers.

    @property
    def _is_simulated(self) -> bool:
        return self._simulated is not None and self._simulated.decides

    @property
    def canceled(self) -> bool:
        """Like :meth:`is_canceled`, also for a destroyed timer."""
        return self._canceled

    @property
    def period(self) -> int:
        """Like `timer_period_ns`, also for a destroyed timer."""
        return self._period

    def stop(self) -> None:
        """Stops Orrery's own timer."""
        self._set(_CANCEL)

    def restart(self) -> None:
        """Lets Orrery's own timer fire after each period of virtual time."""
        self._set(_PERIOD, self._period)
        self._set(_RESET)

    def ring(self) -> None:
        """Lets Orrery's own timer fire now."""
        self._set(_PERIOD, 0)
        self._set(_RESET)

    def _set(self, operation: int, value: int = 0) -> None:
        guest.send(wire.TIMER_SET, self._number, _SET.pack(operation, value))

    def __enter__(self) -> 'Timer':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()


def _host(node: Any) -> int:
    """The node to which a timer belongs: its own, otherwise any node of this process."""
    if node is not None:
        return node.handle.number
    from .impl.wire_entities import declare_node

    return declare_node('_timers', '/', 0)


class Rate:
    """Sleeps so that a loop runs at a frequency. Another thread must spin."""

    def __init__(self, timer: Timer, *, context: Any) -> None:
        self._clock = timer.clock
        self._timer = timer
        #: Set by each call of the timer, even if nobody sleeps, so that a late sleeper continues
        #: at once.
        self._event = Event()
        self._timer.callback = self._event.set
        self._timer._wants_info = False
        self._lock = Lock()
        self._num_sleepers = 0
        self._is_shutdown = False
        self._is_destroyed = False
        context.on_shutdown(self._on_shutdown)

    def _on_shutdown(self) -> None:
        self._is_shutdown = True
        self.destroy()

    def destroy(self) -> None:
        """Wakes sleeping threads."""
        self._is_destroyed = True
        self._event.set()

    def _presleep(self) -> None:
        if self._is_shutdown:
            raise ROSInterruptException()
        if not self._timer.handle.valid:
            self._is_destroyed = True
        if self._is_destroyed:
            raise RuntimeError('Rate cannot sleep because it has been destroyed')
        with self._lock:
            self._num_sleepers += 1

    def _postsleep(self) -> None:
        with self._lock:
            self._num_sleepers -= 1
            if self._num_sleepers == 0:
                self._event.clear()
        if self._is_shutdown:
            raise ROSInterruptException()

    def sleep(self) -> None:
        """Waits for the next call of the timer since the last sleep."""
        self._presleep()
        try:
            with awaiting(guest.scheduler.current, 'the next beat of a Rate'):
                self._event.wait()
        finally:
            self._postsleep()


__getattr__ = borrowed_by(__name__)
