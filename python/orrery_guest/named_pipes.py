"""Named pipes: opening one for reading waits in virtual time for who writes it, and the other way round.

The pipe itself is real, so that a process outside of the run may have its other end; whoever waits looks ten times per
virtual second whether it has come. Another program of the run is heard at the instant at which it acts.
"""

from __future__ import annotations

import errno
import io
import os
import select
import stat
from typing import Any, Callable

from . import virtual_selectors
from .guest import guest
from .shared_things import shared

_STEP = 0.1
#: Windows has neither such pipes nor the flag.
_NOT_WAITING = getattr(os, 'O_NONBLOCK', 0)
_WAYS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR

#: For Orrery's own pipes, which are not the program's.
real_open = os.open
_status, _real_close, _read = os.stat, os.close, os.read
_read_some, _read_into, _close = io.FileIO.read, io.FileIO.readinto, io.FileIO.close


def is_pipe(path: Any) -> bool:
    """Whether there is a named pipe."""
    try:
        return guest.connected and stat.S_ISFIFO(_status(path).st_mode)
    except (OSError, TypeError, ValueError):
        return False


def open_pipe(path: Any, flags: int) -> int:
    """``os.open`` for a named pipe."""
    shared.begin()
    shared.is_reachable = True
    way = flags & _WAYS
    if flags & _NOT_WAITING or way == os.O_RDWR:
        descriptor = real_open(path, flags)
    elif way == os.O_WRONLY:
        descriptor = _open_for_writing(path, flags | _NOT_WAITING)
    else:
        descriptor = real_open(path, flags | _NOT_WAITING)
        # Whoever waits for a reader may go on.
        shared.changed()
        try:
            _await(lambda _: _has_been_written(descriptor))
        except BaseException:
            _real_close(descriptor)
            raise
    shared.changed()
    os.set_blocking(descriptor, not flags & _NOT_WAITING)
    return descriptor


def _open_for_writing(path: Any, flags: int) -> int:
    opened: list[int] = []

    def look(_: float) -> bool:
        if not opened:
            try:
                opened.append(real_open(path, flags))
            except OSError as error:
                # Nobody reads it yet.
                if error.errno != errno.ENXIO:
                    raise
        return bool(opened)

    _await(look)
    return opened[0]


def _has_been_written(descriptor: int) -> bool:
    """Whether somebody has it open for writing, or had since it was opened here."""
    poll = virtual_selectors.real_poll()
    poll.register(descriptor, select.POLLIN)
    if poll.poll(0):
        return True
    try:
        # Without a writer, this is the end; there is nothing to read.
        return _read(descriptor, 1) != b''
    except BlockingIOError:
        return True


def _await(look: Callable[[float], Any]) -> None:
    while not look(0):
        virtual_selectors.wait(look, _STEP)


class PipeFile(io.FileIO):
    """The `io.FileIO` of a named pipe: it waits for data and for room in virtual time."""

    def _await_data(self) -> None:
        descriptor = self.fileno()
        if os.get_blocking(descriptor):
            poll = virtual_selectors.real_poll()
            poll.register(descriptor, select.POLLIN)
            _await(lambda seconds: poll.poll(seconds * 1000))
        # Whoever waits for room may go on.
        shared.changed()

    def read(self, size: Any = -1, /) -> Any:
        if size is None or size < 0:
            return self.readall()
        self._await_data()
        return _read_some(self, size)

    def readall(self) -> Any:
        pieces = []
        while piece := self.read(io.DEFAULT_BUFFER_SIZE):
            pieces.append(piece)
        return b''.join(pieces)

    def readinto(self, buffer: Any, /) -> Any:
        self._await_data()
        return _read_into(self, buffer)

    def write(self, data: Any, /) -> Any:
        shared.changed()
        return os.write(self.fileno(), data)

    def close(self) -> None:
        _close(self)
        shared.changed()


PipeFile.__name__ = PipeFile.__qualname__ = io.FileIO.__name__
PipeFile.__module__ = io.FileIO.__module__
