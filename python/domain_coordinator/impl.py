"""Hands out the numbers 1 to 100. Programs of a run share no network, so each has them all."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator, Set

#: Upstream's first port; no port is opened here.
PORT_BASE = 22119
_HIGHEST = 100

_used: Set[int] = set()


@contextmanager
def domain_id() -> Iterator[int]:
    """A number that nobody else has meanwhile. Raises RuntimeError if none is left."""
    found = next((number for number in range(1, _HIGHEST + 1) if number not in _used), None)
    if found is None:
        raise RuntimeError(f'all {_HIGHEST} domains are in use')
    _used.add(found)
    try:
        yield found
    finally:
        _used.discard(found)
