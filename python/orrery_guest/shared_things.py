"""What this process shares with others: sockets, and pipes and semaphores of `multiprocessing`.

Orrery does not see them. A process says when it has done something to them, and one that waits for them says so and
is told to look again. Since only one of them runs at a time, in its turn, what they find is the same in every run.
"""
from __future__ import annotations

import os
import select
from typing import Any, Callable, List, Optional

from . import virtual_selectors
from .deadlock import place_of_caller
from .guest import guest
from .waiter import Waiter

#: So much can be written without waiting to what has room.
_PIECE = select.PIPE_BUF
_WHAT = 'data or a lock of another process'


class SharedThings:
    """Those of this process; nothing, as long as it has no relatives."""

    def __init__(self) -> None:
        #: Whether something was done to them in this turn, and whether Orrery knows that this process waits.
        self._has_changed = False
        self._is_known_to_wait = False
        self._waiters: List[Waiter] = []
        #: Whether somebody outside of the run may bring what is awaited.
        self.is_reachable = False

    def begin(self) -> None:
        """From now on, this process shares something with others of the run."""
        guest.turns.keep()
        if not virtual_selectors.has_relatives:
            virtual_selectors.has_relatives = True
            guest.before_idle.append(self._tell)

    def begin_anew(self) -> None:
        """Forgets what the process had said of which this one is a copy."""
        self._has_changed = self._is_known_to_wait = self.is_reachable = False
        self._waiters.clear()
        self.begin()

    def changed(self) -> None:
        """Notes that something was done to what is shared, or may be."""
        self._has_changed = True

    def may_have_changed(self) -> None:
        """Notes that another process has done something."""
        self._is_known_to_wait = False

    def awaited(self) -> Optional[Waiter]:
        """A waiter for what relatives do; None if there are none, or nothing waits for them."""
        if not virtual_selectors.has_relatives or not virtual_selectors.is_awaited():
            return None
        if not self._waiters:
            self._waiters.append(guest.waiter())
        if not self.is_reachable:
            self._waiters[0].awaits = (_WHAT, *place_of_caller())
        return self._waiters[0]

    def _tell(self) -> None:
        if not guest.connected or guest.stopping:
            return
        if self._has_changed:
            self._has_changed = False
            guest.query('shared', 'changed')
        if not self._is_known_to_wait and virtual_selectors.is_awaited():
            self._is_known_to_wait = True
            guest.query('shared', 'waits')


shared = SharedThings()


def _noting(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        shared.changed()
        return real(*given, **named)

    call.__name__ = call.__qualname__ = real.__name__
    return call


def _writing(real: Callable[[int, Any], int]) -> Callable[[int, Any], int]:
    def write(fd: int, data: Any, /) -> int:
        """``os.write``; waits in virtual time for room in a pipe that another process reads."""
        if not virtual_selectors.has_relatives or fd in (1, 2) or not virtual_selectors.may_wait(fd):
            return real(fd, data)
        view = memoryview(data).cast('B')
        poll = virtual_selectors.real_poll()
        poll.register(fd, select.POLLOUT)
        for start in range(0, len(view), _PIECE):
            virtual_selectors.wait(lambda seconds: poll.poll(seconds * 1000), None)
            real(fd, view[start:start + _PIECE])
            shared.changed()
        return len(view)

    return write


def install() -> None:
    """Replaces the functions that do something to a pipe."""
    os.read, os.close = _noting(os.read), _noting(os.close)
    os.write = _writing(os.write)
    guest.from_others.insert(0, shared.awaited)
    guest.on_change = shared.may_have_changed
