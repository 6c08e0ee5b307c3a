"""Terminals by which programs of a run speak to each other, as simulated serial devices and their drivers do.

A program that asks for the name of a terminal lets others open it. From then on, it and those that open it take turns,
and who waits for data is told when another one has written some.
"""
from __future__ import annotations

import os
from typing import Any, Callable

from .guest import guest
from .shared_things import shared

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
    shared.take_turn()
    if not guest.query('shared', 'is_bound', f'path:{name}'):
        return False
    shared.begin()
    return True
