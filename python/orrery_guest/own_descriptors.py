"""The descriptors by which a program talks to Orrery are out of its reach.

A program that becomes a daemon closes every descriptor from 3 on, and others close or overwrite what they believe
to be theirs. Orrery's are therefore moved away from the numbers that a program gets for its own files, and for the
program they are not there.
"""

from __future__ import annotations

import errno
import os
from typing import Any, Callable

#: Few programs open more files, and tables up to it cost the kernel nothing.
_LEAST = 200
#: So many stay free above, if the process may not open that many.
_ROOM = 8

_own: set[int] = set()


def move_away(*descriptors: int) -> list[int]:
    """The descriptors under high numbers, which children do not inherit; the given ones are closed."""
    import fcntl
    import resource

    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    least = _LEAST if limit == resource.RLIM_INFINITY else min(_LEAST, limit - _ROOM)
    moved = []
    for descriptor in descriptors:
        moved.append(fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least))
        os.close(descriptor)
    _own.update(moved)
    return moved


def install() -> None:
    """Replaces the functions that close or overwrite descriptors by number."""
    os.close = _refusing(os.close)
    os.dup2 = _refusing(os.dup2)
    real_closerange = os.closerange

    def closerange(fd_low: int, fd_high: int, /) -> None:
        for own in sorted(_own):
            if fd_low <= own < fd_high:
                real_closerange(fd_low, own)
                fd_low = own + 1
        real_closerange(fd_low, fd_high)

    os.closerange = closerange


def forget() -> None:
    """A copy of this process has closed them."""
    _own.clear()


def _refusing(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        if not _own.isdisjoint((*given, *named.values())):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return real(*given, **named)

    call.__name__ = call.__qualname__ = real.__name__
    return call
