"""That only one thread at a time spins an executor."""

from __future__ import annotations

from typing import Any

from orrery_guest.guest import guest

from .distributions import since_lyrical

_scheduler = guest.scheduler


class Spinning:
    """Entered while an executor spins; raises if it already does.

    Since Lyrical that includes a spin inside a callback. Programs for older distributions rely on
    such spins, so that there only other threads that run no callback are refused.
    """

    __slots__ = ('depth', '_thread')

    def __init__(self) -> None:
        self.depth = 0
        self._thread: Any = None

    def __enter__(self) -> None:
        thread = _scheduler.current
        if self.depth == 0:
            self._thread = thread
        elif since_lyrical() or thread is not self._thread and not thread.slot:
            raise RuntimeError('Executor is already spinning')
        self.depth += 1

    def __exit__(self, *_: Any) -> None:
        self.depth -= 1
