"""``signal.alarm``, ``setitimer`` and ``pause`` in virtual time."""

from __future__ import annotations

import math
import signal
from typing import Any, Callable, Optional

from . import threads
from .guest import guest
from .scheduler import VirtualThread

_scheduler = guest.scheduler
_SECOND = 1_000_000_000
#: Delivers a signal; set on installation.
_send: Callable[[int], None] = lambda _number: None
#: When the signal comes, and the interval in ns after which it comes again.
_deadline: Optional[int] = None
_interval = 0
#: Changes whenever the timer is set, so that a thread waiting for an earlier time notices.
_setting = 0
_asleep: Optional[VirtualThread] = None
_paused: list[VirtualThread] = []


def setitimer(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
    """Sets the timer of real time; processor time does not pass, so its timers never expire."""
    before = getitimer(which)
    if seconds < 0 or interval < 0:
        raise signal.ItimerError(22, 'Invalid argument')
    if which == signal.ITIMER_REAL:
        _set(int(seconds * _SECOND), int(interval * _SECOND))
    return before


def getitimer(which: int) -> tuple[float, float]:
    """The remaining time and the interval."""
    if which != signal.ITIMER_REAL or _deadline is None:
        return 0.0, 0.0
    return (_deadline - _scheduler.now) / _SECOND, _interval / _SECOND


def alarm(seconds: int) -> int:
    """Sets an alarm; returns the whole seconds that remained of the previous one."""
    left = math.ceil(getitimer(signal.ITIMER_REAL)[0])
    _set(seconds * _SECOND, 0)
    return left


def pause() -> None:
    """Waits for a signal."""
    me = _scheduler.current
    _paused.append(me)
    try:
        _scheduler.block(None, 'a signal')
    finally:
        if me in _paused:
            _paused.remove(me)


def arrived() -> None:
    """Notes that a signal has been handled."""
    woken = _paused[:]
    _paused.clear()
    for thread in woken:
        _scheduler.wake(thread)


def _set(left: int, interval: int) -> None:
    global _setting, _deadline, _interval, _asleep
    _setting += 1
    _deadline = _scheduler.now + left if left > 0 else None
    _interval = interval
    if _asleep is not None:
        sleeper, _asleep = _asleep, None
        _scheduler.wake(sleeper)
    if left > 0:
        threads.start_new_thread(_ring, (_setting,))


def _ring(setting: int) -> None:
    """Waits for the time in a thread, in which the handler then runs."""
    global _deadline, _asleep
    while setting == _setting and _deadline is not None:
        _asleep = _scheduler.current
        _scheduler.sleep_until(_deadline)
        if setting != _setting:
            return
        _asleep = None
        _deadline = _scheduler.now + _interval if _interval > 0 else None
        try:
            _send(signal.SIGALRM)
        except BaseException as error:  # noqa: B902 - it is the main thread that it interrupts
            _interrupt_main(error)


def _interrupt_main(error: BaseException) -> None:
    _scheduler.interrupt(_scheduler.main, error)


def install(send: Callable[[int], None]) -> None:
    """Installs the functions; `send` delivers a signal to this process."""
    global _send
    _send = send
    replaced: dict[str, Any] = {'alarm': alarm, 'setitimer': setitimer, 'getitimer': getitimer,
                                'pause': pause}
    for name, function in replaced.items():
        if hasattr(signal, name):
            setattr(signal, name, function)
