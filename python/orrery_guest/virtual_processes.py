"""Waits for other processes, while the other threads of the program run.

Where processes of `multiprocessing` cannot join the run (`joined_processes`), work that a program gives to a pool takes no
virtual time: before time passes, its results are awaited, so that they arrive at the same instant in every run.
"""

from __future__ import annotations

import os
import selectors
import sys
import threading
import time
from typing import Any, Callable, Optional

from . import virtual_selectors
from .guest import guest
from .locks import deadline_after
from .shared_things import shared
from .virtual_selectors import wait

_scheduler = guest.scheduler
_real_sleep = time.sleep
_real_clock = time.monotonic
#: Real seconds between two checks of something that sends no notification.
_PAUSE = 0.001
#: Real seconds for which virtual time waits for a pool, which may itself be waiting for a later
#: time.
_PATIENCE = 10.0

#: How many calls are with pools, and since when in real time.
_out: tuple[int, float] = (0, 0.0)
#: Real processes that the program awaits, and until when in real time.
_commands: dict[Any, Optional[float]] = {}


def _now_and_then(look: Callable[[], Any]) -> Callable[[float], Any]:
    """Checks at once, and again after a pause if there is time."""

    def patient(seconds: float) -> Any:
        found = look()
        if found or seconds <= 0:
            return found
        _real_sleep(min(seconds, _PAUSE))
        return look()

    return patient


def _semaphore(real: Any) -> Any:
    class SemLock(real):
        """``_multiprocessing.SemLock``, which would otherwise wait in C and block all threads."""

        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            _answer_at_once()
            return real.__new__(cls, *args, **kwargs)

        def acquire(self, block: bool = True, timeout: Optional[float] = None) -> bool:
            """Takes it; False if it is not available in time."""
            deadline = None if timeout is None else deadline_after(max(timeout, 0.0))
            # Only the thread itself may take it, because the semaphore remembers its owner.
            while not super().acquire(False):
                left = None if deadline is None else (deadline - _scheduler.now) / 1e9
                if not block or left is not None and left <= 0:
                    return False
                wait(_now_and_then(lambda: not self._is_zero()), left)
            shared.changed()
            return True

        def release(self) -> None:
            shared.changed()
            super().release()

        def __exit__(self, *_: Any) -> None:
            self.release()

        def __enter__(self) -> bool:
            return self.acquire()

    SemLock.__module__, SemLock.__qualname__ = real.__module__, real.__qualname__
    return SemLock


def _answer_at_once() -> None:
    """Makes connections answer polls without a timeout, which would repeat until time passes."""
    connection: Any = sys.modules.get('multiprocessing.connection')
    if connection is None or hasattr(connection.wait, 'for_time'):
        return
    for_time = connection.wait

    def wait_or_look(object_list: Any, timeout: Optional[float] = None) -> list[Any]:
        if timeout is None or timeout > 0:
            return for_time(object_list, timeout)
        with selectors.DefaultSelector() as selector:
            for each in object_list:
                selector.register(each, selectors.EVENT_READ)
            return [key.fileobj for key, _ in selector.select(0)]

    wait_or_look.for_time = for_time  # type: ignore[attr-defined]
    connection.wait = wait_or_look


def _waiting(real: Callable[..., Any], place: int) -> Callable[..., Any]:
    """A function of `os` that waits for children; `place` is the index of its options."""

    def wait_for_child(*arguments: Any) -> Any:
        options = arguments[place] if place < len(arguments) else 0
        if len(_scheduler.threads) == 1 or options & os.WNOHANG:
            return real(*arguments)
        given = (*arguments[:place], options | os.WNOHANG, *arguments[place + 1:])
        ended: list[Any] = []

        def look() -> bool:
            if not ended:
                answer = real(*given)
                if answer and answer[0]:
                    ended.append(answer)
            return bool(ended)

        wait(_now_and_then(look), None)
        return ended[0]

    return wait_for_child


def _count_work() -> int:
    """The number of calls that pools of processes have not answered."""
    pools, executors = (sys.modules.get(name) for name in ('multiprocessing.pool', 'concurrent.futures.process'))
    if pools is None and executors is None:
        return 0
    count = 0
    for thread in threading.enumerate():
        # The thread of an executor holds its work; that of a pool, which takes results, got it as
        # argument.
        work = getattr(thread, 'pending_work_items', None)
        if pools is not None and getattr(thread, '_target', None) is pools.Pool._handle_results:
            results, _, cache = thread._args  # type: ignore[attr-defined]
            work = cache if hasattr(results, '_reader') else None
        count += len(work or ())
    return count


def _seconds_to_wait() -> float:
    global _out
    count = _count_work()
    if count == 0:
        _out = 0, 0.0
        return 0.0
    now = _real_clock()
    if count != _out[0]:
        _out = count, now
    return max(0.0, _PATIENCE - (now - _out[1]))


def await_command(process: Any) -> None:
    """Notes that the program awaits what a real process does, such as a shell."""
    _commands.setdefault(process, None)


def forget_commands() -> None:
    """Forgets those of the program of which this process is a copy."""
    _commands.clear()


def _seconds_for_commands() -> float:
    """As long as none has ended, others of the run wait no longer than for a pool: it may wait for one of them."""
    for process, until in list(_commands.items()):
        if process.returncode is not None:
            del _commands[process]
        elif until is None:
            _commands[process] = _real_clock() + _PATIENCE
    return max(0.0, max((until or 0.0 for until in _commands.values()), default=0.0) - _real_clock())


def install() -> None:
    """Replaces functions that wait for processes in C."""
    try:
        import _multiprocessing

        _multiprocessing.SemLock = _semaphore(_multiprocessing.SemLock)  # type: ignore[misc]
    except (ImportError, AttributeError):
        # This system has none.
        pass
    for name, place in ('waitpid', 1), ('wait3', 0), ('wait4', 1):
        if hasattr(os, name):
            setattr(os, name, _waiting(getattr(os, name), place))
    if hasattr(os, 'wait'):
        waitpid = os.waitpid
        os.wait = lambda: waitpid(-1, 0)
    if hasattr(os, 'waitid'):
        os.waitid = _waiting(os.waitid, 2)  # type: ignore[assignment]
    virtual_selectors.real_seconds_for_commands = _seconds_for_commands
    virtual_selectors.real_seconds_to_wait = _seconds_to_wait
