"""Knows publishers of ``/clock`` here: from the first, nodes with simulation time wait for it."""

from __future__ import annotations

import weakref
from typing import Any

_publishers: list[weakref.ref] = []
_waiting: list[weakref.ref] = []


def follows_later(clock: Any) -> None:
    """Lets a node's clock show virtual time until ``/clock`` has a publisher here or a message."""
    if any(each() is not None and each().handle.valid for each in _publishers):
        return
    clock.awaits_source = True
    _waiting.append(weakref.ref(clock))


def publishes_clock(publisher: Any) -> None:
    """Notes a new publisher, which may be of ``/clock``."""
    _publishers[:] = [each for each in _publishers if each() is not None]
    _publishers.append(weakref.ref(publisher))
    waiting, _waiting[:] = list(_waiting), []
    for reference in waiting:
        clock = reference()
        if clock is not None:
            clock.found_source()
