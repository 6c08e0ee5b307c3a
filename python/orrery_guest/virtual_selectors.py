"""Waits for descriptors: checks for real data, but waits in virtual time."""

from __future__ import annotations

import os
import select
import selectors
import stat
import time
from typing import Any, Callable, Optional

from . import child_programs
from .event_loops import lost_loops, may_hear_others
from .guest import guest
from .locks import deadline_after
from .scheduler import VirtualThread

_scheduler = guest.scheduler
#: Real seconds to wait at a time when only real data can make progress.
_REAL_WAIT = 0.05
#: Empty checks without a timeout at one instant after which time passes; half as many the next
#: time, down to the minimum, as long as a loop does nothing else.
_MOST_LOOKS = 200
_LEAST_LOOKS = 20
_STEP = 1_000_000

_real_read = os.read
_real_clock = time.monotonic
real_poll = getattr(select, 'poll', None)

#: Threads, what they check for, whether they only wait for time to pass, and whether it may still come.
_parked: list[tuple[VirtualThread, Callable[[float], Any], bool, Callable[[], bool]]] = []
#: Whether there are processes that share pipes with this one, and whose time is that of the run.
has_relatives = False
#: For how many more real seconds data must be awaited before virtual time may pass.
real_seconds_to_wait: Callable[[], float] = float
#: For how many more real seconds commands outside of the run are awaited before other programs of the run.
real_seconds_for_commands: Callable[[], float] = float


def wait(look: Callable[[float], Any], timeout: Optional[float],
         may_come: Callable[[], bool] = lambda: True) -> Any:
    """The result of `look(0)`, now or within `timeout` virtual seconds.

    `may_come` says whether anything but another thread of this process can bring what is awaited.
    """
    found = look(0)
    if found:
        return found
    if timeout is not None and timeout <= 0:
        if not _looked_long():
            _scheduler.give_way()
            return found
        timeout = _STEP / 1e9
    else:
        _scheduler.current.look_limit = 0
    deadline = None if timeout is None else deadline_after(timeout)
    me = _scheduler.current
    entry = (me, look, timeout == _STEP / 1e9, may_come)
    _parked.append(entry)
    guest.poll = _poll
    try:
        _scheduler.block(deadline, 'data from outside')
    finally:
        if entry in _parked:
            _parked.remove(entry)
        if not _parked:
            guest.poll = None
    return look(0)


def read(descriptor: int, length: int) -> bytes:
    """``os.read``; waits like a selector for what another thread or program has yet to write to a pipe or terminal."""
    is_alone = len(_scheduler.threads) == 1 and not has_relatives and not child_programs.are_running()
    if not is_alone and real_poll is not None and may_wait(descriptor):
        poll = real_poll()
        poll.register(descriptor, select.POLLIN)
        wait(lambda seconds: poll.poll(seconds * 1000), None)
    return _real_read(descriptor, length)


def may_wait(descriptor: int) -> bool:
    """Whether reading or writing may have to wait for somebody else."""
    try:
        mode = os.fstat(descriptor).st_mode
        is_shared = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode) and os.isatty(descriptor)
        return is_shared and os.get_blocking(descriptor)
    except OSError:
        return False


def is_awaited() -> bool:
    """Whether a thread waits for data."""
    return bool(_parked)


def _looked_long() -> bool:
    """Whether a loop only checks, as asyncio's does while a task is ready: no time would pass."""
    me = _scheduler.current
    if me.looked_at != _scheduler.now:
        me.looked_at = _scheduler.now
        me.looks = 0
    me.looks += 1
    limit = me.look_limit or _MOST_LOOKS
    if me.looks < limit:
        return False
    me.look_limit = max(limit // 2, _LEAST_LOOKS)
    return True


def _poll(nothing_else: bool, nobody_else: bool = True) -> bool:
    """Wakes threads with data. Really waits if nothing else can ever happen, or nothing but what others of the run do."""
    end = float('inf')
    if nothing_else and not any(may_come() for _, _, _, may_come in _parked):
        end = 0
    elif nothing_else and (has_relatives or not nobody_else):
        end = _real_clock() + real_seconds_for_commands()
    elif not nothing_else:
        is_stepping = any(stepping for _, _, stepping, _ in _parked)
        end = _real_clock() + (0 if is_stepping or has_relatives else real_seconds_to_wait())
    while True:
        is_last = _real_clock() >= end
        ready = [thread for thread, look, _, _ in _parked if look(0 if is_last else _REAL_WAIT)]
        for thread in ready:
            _scheduler.wake(thread)
        if ready or is_last:
            return bool(ready)


def forget_others() -> None:
    """Forgets waiting threads, which do not exist in a copy of the process."""
    _parked.clear()
    guest.poll = None


def install() -> None:
    """Replaces the waits of ``select`` and ``selectors``."""
    guest.lost = lost_loops(guest.waiter)
    for name in ('SelectSelector', 'PollSelector', 'EpollSelector', 'DevpollSelector'):
        kind = getattr(selectors, name, None)
        if kind is not None:
            kind.select = _selecting(kind.select)
    real_select = select.select
    select.select = lambda r, w, x, timeout=None: (  # type: ignore[assignment]
        wait(lambda t: _any(real_select(r, w, x, t)), timeout) or ([], [], []))
    for name, unit in ('poll', 0.001), ('epoll', 1.0), ('devpoll', 0.001):
        if hasattr(select, name):
            setattr(select, name, _polling(getattr(select, name), unit))


def _polling(make: Callable[..., Any], unit: float) -> Callable[..., Any]:
    """A `select` object whose timeouts have this unit, in seconds."""

    class Polling:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            self._real = make(*args, **kwargs)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self._real.close()

        def poll(self, timeout: Optional[float] = None, *limits: Any) -> Any:
            """Like the real method, in virtual time."""
            seconds = None if timeout is None or timeout < 0 else timeout * unit
            return wait(lambda t: self._real.poll(t / unit, *limits), seconds)

    Polling.__module__ = 'select'
    Polling.__name__ = Polling.__qualname__ = make.__name__
    return Polling


def _selecting(real: Callable[..., Any]) -> Callable[..., Any]:
    def select_virtually(self: Any, timeout: Optional[float] = None) -> Any:
        return wait(lambda t: real(self, t), timeout, lambda: may_hear_others(self))

    return select_virtually


def _any(found: Any) -> Any:
    return found if any(found) else None
