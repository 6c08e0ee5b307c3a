"""Measures hashes of objects as Orrery makes them, next to those of CPython: processor time, memory."""
from __future__ import annotations

import time
import tracemalloc

_OBJECTS = 2000
_ROUNDS = 20


class _Plain:
    pass


def _cost(things: list[_Plain]) -> float:
    start = time.process_time_ns()
    for thing in things:
        hash(thing)
    return (time.process_time_ns() - start) / len(things)


def measure() -> str:
    """The least ns of a first hash and of a further one, and the bytes that an object costs."""
    first = again = float('inf')
    for _ in range(_ROUNDS):
        things = [_Plain() for _ in range(_OBJECTS)]
        first = min(first, _cost(things))
        again = min(again, _cost(things * 10))
        del things
    things = [_Plain() for _ in range(_OBJECTS)]
    tracemalloc.start()
    _cost(things)
    memory = tracemalloc.get_traced_memory()[0] // _OBJECTS
    tracemalloc.stop()
    return f'first {first:.0f} ns, again {again:.0f} ns, {memory} bytes'


if __name__ == '__main__':
    print('CPython:', measure())
    from orrery_guest import virtual_hashes

    virtual_hashes.install()
    print('Orrery: ', measure())
