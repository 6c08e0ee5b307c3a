"""Finds event loops of asyncio that nothing can wake: their tasks await what nobody can bring."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

from .deadlock import place_of_caller, place_of_coroutine
from .waiter import Waiter

#: The method of an event loop that reads what other threads write to wake it.
_WAKING = '_read_from_self'


def may_hear_others(selector: Any) -> bool:
    """Whether a selector watches more than the pipe by which threads of this process wake an event loop."""
    keys = (selector.get_map() or {}).values()
    return not keys or not all(_wakes_loop(key.data) for key in keys)


def _wakes_loop(data: Any) -> bool:
    callback = getattr(data[0], '_callback', None) if isinstance(data, tuple) and data else None
    return getattr(callback, '__name__', '') == _WAKING


def asyncio_runs() -> bool:
    """Whether this thread runs an event loop."""
    asyncio = sys.modules.get('asyncio')
    return asyncio is not None and asyncio._get_running_loop() is not None


def lost_loops(create: Callable[[], Waiter]) -> Callable[[], Optional[Waiter]]:
    """A function that returns a waiter for the running event loops, or None if there are none."""
    waiters: list[Waiter] = []

    def lost() -> Optional[Waiter]:
        place = _place_of_tasks()
        if place is None:
            return None
        if not waiters:
            waiters.append(create())
        waiters[0].awaits = ('a task of asyncio, which nothing can wake any more', *place)
        return waiters[0]

    return lost


def _place_of_tasks() -> Optional[tuple[str, int]]:
    """Where the first task awaits, else where its loop was started; None if no event loop runs."""
    asyncio = sys.modules.get('asyncio')
    loop = None if asyncio is None else asyncio._get_running_loop()
    if loop is None:
        return None
    tasks = sorted(asyncio.all_tasks(loop), key=lambda task: (len(task.get_name()), task.get_name()))
    for task in tasks:
        file, _, line = place_of_coroutine(task.get_coro()).rpartition(':')
        if file:
            return file, int(line)
    return place_of_caller()
