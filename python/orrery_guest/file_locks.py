"""Locks of files: whoever waits for one lets virtual time pass."""
from __future__ import annotations

import errno
import os
from typing import Any, Callable

from .guest import guest
from .locks import deadline_after

#: How often a lock that another file has is tried again, in virtual seconds.
_STEP = 0.01
_HELD_BY_OTHERS = (errno.EAGAIN, errno.EACCES)


def install() -> None:
    """Replaces the functions that wait for a lock, on systems that have them."""
    try:
        import fcntl
    except ImportError:
        return
    at_once = fcntl.LOCK_NB
    for name in ('flock', 'lockf'):
        # Unlocking never waits.
        setattr(fcntl, name, _waiting(getattr(fcntl, name), lambda how: how if how & fcntl.LOCK_UN else how | at_once))
    os.lockf = _waiting(os.lockf, lambda how: os.F_TLOCK if how == os.F_LOCK else how)


def _waiting(real: Callable[..., Any], without_waiting: Callable[[int], int]) -> Callable[..., Any]:
    def lock(fd: Any, how: int, /, *part: Any) -> Any:
        if not guest.connected:
            return real(fd, how, *part)
        at_once = without_waiting(how)
        while True:
            # Which program of an instant gets it, or hears that it cannot, must not depend on which of them is faster.
            guest.turns.take()
            try:
                return real(fd, at_once, *part)
            except OSError as error:
                if at_once == how or error.errno not in _HELD_BY_OTHERS:
                    raise
            guest.scheduler.sleep_until(deadline_after(_STEP))

    lock.__name__ = lock.__qualname__ = real.__name__
    lock.__doc__ = real.__doc__
    return lock
