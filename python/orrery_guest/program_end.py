"""The end of a program that this one has started, for which threads can wait."""
from __future__ import annotations

from typing import List, Optional

from . import virtual_selectors
from .guest import guest
from .locks import deadline_after
from .scheduler import VirtualThread

_scheduler = guest.scheduler


class ProgramEnd:
    """Comes once, with an exit code."""

    def __init__(self, name: str) -> None:
        self._what = f'the end of the program {name}'
        self._waiting: List[VirtualThread] = []
        self.code: Optional[int] = None

    def come(self, code: int) -> None:
        """It has ended."""
        self.code = code
        for thread in self._waiting:
            _scheduler.wake(thread)
        self._waiting.clear()

    def look(self) -> Optional[int]:
        """The exit code, if it has ended. Time passes for a program that does nothing but ask."""
        virtual_selectors.wait(lambda _seconds: self.code is not None, 0)
        return self.code

    def wait(self, timeout: Optional[float]) -> Optional[int]:
        """The exit code; None if it has not come within the timeout."""
        deadline = None if timeout is None else deadline_after(timeout)
        while self.code is None:
            if deadline is not None and _scheduler.now >= deadline:
                return None
            me = _scheduler.current
            self._waiting.append(me)
            try:
                _scheduler.block(deadline, self._what)
            finally:
                if me in self._waiting:
                    self._waiting.remove(me)
        return self.code
