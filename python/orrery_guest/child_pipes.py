"""Pipes between a program and those that it starts: real ones, which selectors and loops of asyncio can watch.

The other ends are here. What comes in goes to the program's input, and what the program prints goes out, whenever
this process waits.
"""
from __future__ import annotations

import io
import os
import select
from typing import Any, Optional

from . import virtual_selectors
from .child_programs import ChildProgram

#: So much can be written to a pipe that has room, without waiting.
_PIECE = select.PIPE_BUF
_CHUNK = 65536

_real_read, _real_write, _real_close = os.read, os.write, os.close
_open: list[Any] = []


def _is_ready(descriptor: int, event: int) -> bool:
    poll = virtual_selectors.real_poll()
    poll.register(descriptor, event)
    return bool(poll.poll(0))


class Outlet:
    """Where the output of a program goes: a pipe or a file, under a descriptor of its own."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        self._is_over = False
        _open.append(self)

    def put(self, text: bytes) -> None:
        """Writes, at once or as soon as there is room."""
        self._waiting += text
        self.move()

    def end(self) -> None:
        """Closes it after the last byte."""
        self._is_over = True
        self.move()

    def move(self) -> bool:
        """Writes what there is room for; returns whether there was any."""
        before = len(self._waiting)
        while self._waiting and _is_ready(self._descriptor, select.POLLOUT):
            try:
                count = _real_write(self._descriptor, self._waiting[:_PIECE])
            except OSError:
                # Nobody reads any more.
                count = len(self._waiting)
            del self._waiting[:count]
        has_moved = len(self._waiting) < before
        if self._is_over and not self._waiting:
            self.drop()
        return has_moved

    def drop(self) -> None:
        """Closes it now."""
        if self in _open:
            _open.remove(self)
            _real_close(self._descriptor)


class OwnStream:
    """Output of a program that goes where this program prints; number 1 or 2."""

    def __init__(self, number: int) -> None:
        self._number = number

    def put(self, text: bytes) -> None:
        """Prints."""
        os.write(self._number, text)

    def end(self) -> None:
        """Does nothing: the stream stays open."""


class Inlet:
    """Where the input of a program comes from: a pipe, a socket or a file, under a descriptor of its own."""

    def __init__(self, descriptor: int, child: ChildProgram) -> None:
        self._descriptor = descriptor
        self._child = child
        _open.append(self)
        self.move()

    def move(self) -> bool:
        """Gives the program what has come; returns whether anything has."""
        has_moved = False
        while self in _open and _is_ready(self._descriptor, select.POLLIN):
            try:
                text = _real_read(self._descriptor, _CHUNK)
            except OSError:
                text = b''
            has_moved = True
            if text:
                self._child.write(text)
            else:
                self._child.close_input()
                self.drop()
        return has_moved

    def drop(self) -> None:
        """Closes it now."""
        if self in _open:
            _open.remove(self)
            _real_close(self._descriptor)


def move_all() -> None:
    """Moves what can be moved; called when this process waits."""
    # What comes out of one may go into another.
    while _open and any([each.move() for each in _open[:]]):
        pass


def forget() -> None:
    """Closes everything in a copy of this process."""
    for each in _open[:]:
        each.drop()


class Reader(io.RawIOBase):
    """The end of a pipe from which a program reads what another prints."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def readinto(self, buffer: Any) -> Optional[int]:
        try:
            piece = virtual_selectors.read(self._descriptor, len(buffer))
        except BlockingIOError:
            return None
        buffer[:len(piece)] = piece
        move_all()
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            super().close()
            _real_close(self._descriptor)


class Writer(io.RawIOBase):
    """The end of a pipe to which a program writes what another reads."""

    def __init__(self, descriptor: int, inlet: Inlet) -> None:
        self._descriptor = descriptor
        self._inlet = inlet

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, text: Any) -> int:
        data = memoryview(text).cast('B')
        for start in range(0, len(data), _PIECE):
            # Raises what a real pipe raises that nobody reads.
            _real_write(self._descriptor, data[start:start + _PIECE])
            self._inlet.move()
        return len(data)

    def close(self) -> None:
        if not self.closed:
            super().close()
            _real_close(self._descriptor)
            self._inlet.move()
