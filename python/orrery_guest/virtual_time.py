"""The clocks of the standard library, in virtual time."""

from __future__ import annotations

import math
import queue
import threading
import time

from . import virtual_dates
from .guest import guest
from .locks import deadline_after

_scheduler = guest.scheduler
_SECOND = 1_000_000_000
#: How many readings of the time at one instant count as waiting for time to pass; half as many at
#: the next, down to the least, as long as a thread does nothing else.
_MOST_READINGS = 100_000
_LEAST_READINGS = 1_000
#: The time that passes then.
_STEP = 1_000_000
#: How many nanoseconds a reading in seconds may be ahead of the clock, so that it is still nearest to
#: its own nanosecond.
_MOST_AHEAD = 0.45

_nextafter = math.nextafter

_readings = 0
_read_at = -1
#: The last reading in seconds, of which nanosecond it is, and how many nanoseconds it is ahead.
_shown, _shown_at, _ahead = 0.0, 0, 0.0


def now_ns() -> int:
    """Virtual time. It advances for a thread that does nothing but read it."""
    global _readings, _read_at
    now = _scheduler.now
    if now != _read_at:
        _read_at = now
        _readings = 0
    _readings += 1
    if _readings > _LEAST_READINGS and guest.connected:
        _step_if_it_waits(now)
    return _scheduler.now + guest.clock_offset


def _step_if_it_waits(now: int) -> None:
    me = _scheduler.current
    if me.read_ticket != me.ticket:
        # It has waited for something else since.
        me.read_ticket, me.read_limit = me.ticket, _MOST_READINGS
    if _readings <= me.read_limit:
        return
    me.read_limit = max(me.read_limit // 2, _LEAST_READINGS)
    _scheduler.sleep_until(now + _STEP)
    me.read_ticket = me.ticket


def sleep(seconds: float) -> None:
    """``time.sleep``; virtual time passes."""
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
    _scheduler.sleep_until(deadline_after(seconds))


def _seconds() -> float:
    now = now_ns()
    return _shown if now == _shown_at else _show(now)


def _show(now: int) -> float:
    """The time in seconds, such that no two readings differ by less than the time between them.

    A sleep ends exactly in time, never late as in reality. Were each reading rounded by itself, every
    second program that measures a sleep of 0.2 s would find 0.19999999999999998 s. No reading is less
    ahead of the clock than the one before; where that adds up, rounding starts anew.
    """
    global _shown, _shown_at, _ahead
    shown = now / _SECOND
    ahead = _nanoseconds_ahead(shown, now)
    if ahead < _ahead:
        shown += _ahead / _SECOND
        ahead = _nanoseconds_ahead(shown, now)
        while ahead < _ahead:
            shown = _nextafter(shown, math.inf)
            ahead = _nanoseconds_ahead(shown, now)
        if ahead > _MOST_AHEAD:
            shown = now / _SECOND
            ahead = _nanoseconds_ahead(shown, now)
    _shown, _shown_at, _ahead = shown, now, ahead
    return shown


def _nanoseconds_ahead(shown: float, now: int) -> float:
    numerator, denominator = shown.as_integer_ratio()
    return (numerator * _SECOND - now * denominator) / denominator


def _clock_gettime(_clock: int) -> float:
    return _seconds()


def _clock_gettime_ns(_clock: int) -> int:
    return now_ns()


def install() -> None:
    """Replaces the real clocks with the virtual ones."""
    time.time = time.monotonic = time.perf_counter = _seconds
    time.time_ns = time.monotonic_ns = time.perf_counter_ns = now_ns
    time.process_time = time.thread_time = _seconds
    time.process_time_ns = time.thread_time_ns = now_ns
    time.clock_gettime = _clock_gettime
    time.clock_gettime_ns = _clock_gettime_ns
    time.sleep = sleep
    # These modules hold the clock itself, for timeouts of conditions, semaphores, barriers and
    # queues.
    threading._time = queue.time = time.monotonic  # type: ignore[attr-defined]
    virtual_dates.install(now_ns)
