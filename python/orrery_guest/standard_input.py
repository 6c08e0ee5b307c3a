"""A program's standard input: an input of the run, which Orrery gives to every program."""

from __future__ import annotations

import base64
import io
import os
import sys
import time
from typing import Any, Callable, Optional

from . import audit, virtual_selectors, virtual_signals
from .deadlock import place_of_caller
from .guest import guest
from .scheduler import VirtualThread
from .waiter import Waiter

_STDIN = 0
#: How often a run in real time checks for input, in virtual seconds.
_LOOK = 0.01


class _Source:
    """The input that this program has not read; requested when the program first reads."""

    def __init__(self) -> None:
        self._data = b''
        self._ended = False
        self._noticed = False
        self._waiting: list[VirtualThread] = []
        self._waiter: Optional[Waiter] = None
        self.is_file = False

    def take(self, most: int) -> bytes:
        """The next bytes, at most `most`; empty at the end."""
        while not self._data and not self._ended and most > 0:
            self._ask()
        piece, self._data = self._data[:most], self._data[most:]
        return piece

    def become_file(self) -> None:
        """Replaces the descriptor by a file with the remaining input."""
        if self.is_file:
            return
        import tempfile  # Few programs need it.

        self.is_file = True
        with tempfile.TemporaryFile() as file:
            while piece := self.take(65536):
                file.write(piece)
            file.seek(0)
            os.dup2(file.fileno(), _STDIN)

    def _ask(self) -> None:
        answer = guest.query('stdin') if guest.connected else None
        if answer is None:
            self._ended = True
            return
        if 'refused' in answer:
            raise OSError(answer['refused'])
        if answer['live'] and not self._noticed:
            self._noticed = True
            audit.report('device', 'sys.stdin')
        self._ended = answer['ended']
        self._data = base64.b64decode(answer['data'])
        if not self._data and not self._ended:
            if answer['live']:
                time.sleep(_LOOK)
            else:
                self._wait()

    def _wait(self) -> None:
        """Waits until the program that has started this one writes to it, or ends its input."""
        me = guest.scheduler.current
        if self._waiter is None:
            self._waiter = guest.waiter()
        self._waiter.awaits = ('its standard input, which is open', *place_of_caller())
        self._waiting.append(me)
        try:
            guest.scheduler.block(None, 'its standard input')
        finally:
            if me in self._waiting:
                self._waiting.remove(me)

    def arrived(self) -> None:
        """Lets the threads that wait for input ask again."""
        while self._waiting:
            guest.scheduler.wake(self._waiting.pop(0))

    def awaited(self) -> Optional[Waiter]:
        """A waiter for the input; None: no thread waits for it."""
        return self._waiter if self._waiting else None


class _Given(io.RawIOBase):
    name = '<stdin>'

    def __init__(self, source: _Source) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return _STDIN

    def isatty(self) -> bool:
        return False

    def readinto(self, buffer: Any) -> int:
        piece = self._source.take(len(buffer))
        buffer[:len(piece)] = piece
        return len(piece)


def install() -> Callable[[], None]:
    """Replaces the stream, and reading from its descriptor.

    Returns a function to be called before a program opens standard input by name or descriptor: it
    turns the descriptor into a file with everything that the program has not read.
    """
    source = _Source()
    given = io.BufferedReader(_Given(source), 65536)
    text = io.TextIOWrapper(given, encoding='utf-8', errors='surrogateescape')
    text.mode = 'r'  # type: ignore[attr-defined]
    for name in ('stdin', '__stdin__'):
        setattr(sys, name, text)

    def read(descriptor: int, length: int, /) -> bytes:
        if descriptor == _STDIN and not source.is_file:
            return source.take(length)
        return virtual_selectors.read(descriptor, length)

    os.read = read
    virtual_signals.on_input.append(source.arrived)
    guest.from_others.append(source.awaited)
    return source.become_file
