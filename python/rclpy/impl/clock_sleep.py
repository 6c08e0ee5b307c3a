"""Waiting until a clock shows a time."""

from __future__ import annotations

from typing import Any

from orrery_guest.guest import guest

_scheduler = guest.scheduler


class ClockSleep:
    """One wait for a time of a clock."""

    def __init__(self, clock: Any, context: Any, until: int) -> None:
        self._clock = clock
        self._context = context
        self._until = until
        self._thread = _scheduler.current
        self._woken = False
        self._was_active = clock.active

    def run(self) -> bool:
        self._clock.watchers.append(self._wake)
        self._context.on_shutdown(self._wake)
        try:
            while self._context.ok() and self._clock.active == self._was_active:
                if self._clock.now() >= self._until:
                    return True
                self._woken = False
                deadline = None
                if not self._clock.shows_set_time:
                    deadline = _scheduler.now + self._until - self._clock.now()
                _scheduler.block(deadline, 'a time of a clock')
            return False
        finally:
            self._clock.watchers.remove(self._wake)

    def _wake(self) -> None:
        if not self._woken and self._thread.waiting_for is not None:
            self._woken = True
            _scheduler.wake(self._thread)
