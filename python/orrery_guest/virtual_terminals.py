"""Terminals by which programs of a run speak to each other, as simulated serial devices and their drivers do.

A program that asks for the name of a terminal lets others open it, and one that gives it to a program as its standard
input, too. From then on, it and those that open it take turns, and who waits for data is told when another one has
written some.
"""
from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, Callable, Optional

from . import virtual_selectors
from .guest import guest
from .shared_things import shared

#: Names the terminal that is a program's standard input.
VARIABLE = 'ORRERY_TERMINAL'
#: Where systems have their terminals.
_TERMINALS = ('/dev/pts/', '/dev/tty')


def install() -> None:
    """Replaces the functions that name a terminal."""
    for name in ('ttyname', 'ptsname'):
        if hasattr(os, name):
            setattr(os, name, _announcing(getattr(os, name)))


def _announcing(real: Callable[[int], str]) -> Callable[[int], str]:
    def call(fd: int, /) -> str:
        name = real(fd)
        if guest.connected:
            shared.begin()
            # It serves whoever opens it, also somebody who comes later.
            shared.is_reachable = True
            guest.query('shared', 'bound', f'path:{name}')
        return name

    call.__name__ = call.__qualname__ = real.__name__
    return call


def name_of(given: Any) -> Optional[str]:
    """The name of the terminal that a program is given as its input; None if it is none."""
    try:
        descriptor = given if isinstance(given, int) else given.fileno()
        return os.ttyname(descriptor) if descriptor >= 0 and os.isatty(descriptor) else None
    except (AttributeError, OSError, ValueError):
        return None


class _Terminal(io.RawIOBase):
    """A program's standard input that is a terminal."""

    name = '<stdin>'

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def isatty(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            piece = os.read(0, len(buffer))
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            # Nobody has its other end any more.
            piece = b''
        buffer[:len(piece)] = piece
        return len(piece)


def become_input(name: str) -> Callable[[], None]:
    """Makes a terminal this program's standard input. Returns what is to be done when the program opens it by name."""
    shared.begin()
    descriptor = os.open(name, os.O_RDWR | os.O_NOCTTY)
    os.dup2(descriptor, 0)
    os.close(descriptor)
    text = io.TextIOWrapper(io.BufferedReader(_Terminal()), encoding='utf-8', errors='surrogateescape')
    text.mode = 'r'  # type: ignore[attr-defined]
    sys.stdin = sys.__stdin__ = text  # type: ignore[misc]
    os.read = virtual_selectors.read
    return lambda: None


def leads_to_the_run(path: Any) -> bool:
    """Whether a program of the run is at the other end of the terminal that this one is about to open."""
    try:
        path = os.fsdecode(path)
        is_candidate = path.startswith(_TERMINALS) or os.path.islink(path)
    except (TypeError, ValueError):
        return False
    if not is_candidate or not guest.connected:
        return False
    name = os.path.realpath(path)
    if not name.startswith(_TERMINALS):
        return False
    guest.turns.take()
    if not guest.query('shared', 'is_bound', f'path:{name}'):
        return False
    shared.begin()
    return True
