"""Explains why no thread of the program can ever continue."""

from __future__ import annotations

import sys
import traceback
from typing import Any

from .scheduler import Scheduler, VirtualThread

_OWN = ('orrery_guest', 'rclpy')


def describe_deadlock(scheduler: Scheduler) -> str:
    """A sentence per thread: where it waits, for what, and who would have to act."""
    frames = sys._current_frames()
    lines = ['no thread can ever go on.']
    for thread in scheduler.threads.values():
        place = _place(frames.get(thread.ident))
        lines.append(f'{thread.name} waits{place} for {_what(thread.waiting_for)}.')
    cycle = find_cycle(scheduler.current)
    if len(cycle) > 1:
        names = ' → '.join(thread.name for thread in [*cycle, cycle[0]])
        lines.append(f'The threads wait for each other: {names}.')
    return ' '.join(lines)


def find_cycle(start: VirtualThread) -> list[VirtualThread]:
    """The threads that hold what the one before waits for, when that leads back to the first."""
    path: list[VirtualThread] = []
    thread: Any = start
    while thread is not None:
        if thread in path:
            return path[path.index(thread):]
        path.append(thread)
        thread = getattr(thread.waiting_for, 'owner', None)
    return []


def _what(waiting_for: Any) -> str:
    if waiting_for is None:
        return 'its turn'
    if isinstance(waiting_for, str):
        return waiting_for
    describe = getattr(waiting_for, 'describe', None)
    return describe() if describe is not None else type(waiting_for).__name__


def _place(frame: Any) -> str:
    """The line of the program's own code that led to the wait."""
    if frame is None:
        return ''
    for entry in reversed(traceback.extract_stack(frame)):
        name = entry.filename
        if any(f'/{own}/' in name for own in _OWN) or '/lib/python' in name or name[0] == '<':
            continue
        return f' at {name}:{entry.lineno}'
    return ''
