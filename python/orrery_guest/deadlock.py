"""Explains why no thread of the program can ever continue."""

from __future__ import annotations

import sys
import traceback
from contextlib import contextmanager
from typing import Any, Iterator

from .program_text import is_made_up
from .scheduler import Scheduler, VirtualThread

_OWN = ('orrery_guest', 'rclpy')
_WITHIN_CALLBACK = ('which its executor takes only when this callback is over: the executor has one thread, '
                    'or both are in one callback group')
_WITHOUT_SPIN = 'which only a thread that spins can take'


def describe_deadlock(scheduler: Scheduler) -> str:
    """A sentence per thread: where it waits, for what, and who would have to act."""
    frames = sys._current_frames()
    lines = ['no thread can ever go on.']
    for thread in scheduler.threads.values():
        place = _place(frames.get(thread.ident))
        lines.append(f'{thread.name} waits{place} for {_what(thread)}.')
    cycle = find_cycle(scheduler.current)
    if len(cycle) > 1:
        names = ' → '.join(thread.name for thread in [*cycle, cycle[0]])
        lines.append(f'The threads wait for each other: {names}.')
    return ' '.join(lines)


def find_cycle(start: VirtualThread) -> list[VirtualThread]:
    """The threads that hold what the previous one waits for, if that leads back to the first."""
    path: list[VirtualThread] = []
    thread: Any = start
    while thread is not None:
        if thread in path:
            return path[path.index(thread):]
        path.append(thread)
        thread = getattr(thread.waiting_for, 'owner', None)
    return []


def can_be_released(thread: VirtualThread) -> bool:
    """Whether a handler of a signal might let a waiting thread continue: it can set an event, for instance.

    It cannot take what only an executor brings, nor untie threads that wait for each other.
    """
    seen: list[Any] = []
    following: Any = thread
    while following is not None and following not in seen:
        if following.awaits is not None:
            return False
        seen.append(following)
        following = getattr(following.waiting_for, 'owner', None)
    # An event is a lock that its own thread holds.
    return following is None or following is seen[-1]


@contextmanager
def awaiting(thread: VirtualThread, what: str) -> Iterator[None]:
    """Notes what a thread waits for meanwhile, if only an executor can bring it."""
    before, thread.awaits = thread.awaits, f'{what}, {_WITHIN_CALLBACK if thread.slot else _WITHOUT_SPIN}'
    try:
        yield
    finally:
        thread.awaits = before


def _what(thread: VirtualThread) -> str:
    if thread.awaits is not None:
        return thread.awaits
    waiting_for = thread.waiting_for
    if waiting_for is None:
        return 'its turn'
    if isinstance(waiting_for, str):
        return waiting_for
    describe = getattr(waiting_for, 'describe', None)
    return describe() if describe is not None else type(waiting_for).__name__


def place_of_coroutine(coroutine: Any) -> str:
    """The innermost line of the program's own code that awaits; empty if there is none."""
    place = ''
    while coroutine is not None:
        frame = getattr(coroutine, 'cr_frame', None)
        if frame is not None and _is_the_programs(frame.f_code.co_filename):
            place = f'{frame.f_code.co_filename}:{frame.f_lineno}'
        coroutine = getattr(coroutine, 'cr_await', None)
    return place


def place_of_caller() -> tuple[str, int]:
    """The line of the program's own code that is being executed; no file if there is none."""
    frame: Any = sys._getframe(1)
    while frame is not None and not _is_the_programs(frame.f_code.co_filename):
        frame = frame.f_back
    return ('', 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _place(frame: Any) -> str:
    """The line of the program's own code that led to the wait."""
    if frame is None:
        return ''
    for entry in reversed(traceback.extract_stack(frame)):
        if _is_the_programs(entry.filename):
            return f' at {entry.filename}:{entry.lineno}'
    return ''


def _is_the_programs(file: str) -> bool:
    return not (any(f'/{own}/' in file for own in _OWN) or '/lib/python' in file or is_made_up(file))
