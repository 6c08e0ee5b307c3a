"""That time passes for a loop that only polls."""

from __future__ import annotations

from orrery_guest.guest import guest

_scheduler = guest.scheduler
#: After this many empty polls at one instant, virtual time is advanced.
_MOST_POLLS = 1000
_STEP = 1_000_000


class Polls:
    """Counts an executor's empty polls at one instant."""

    def __init__(self) -> None:
        self.number = 0
        self._at = -1

    def deadline_of(self, deadline: int) -> int:
        """The deadline of the next poll: later than `deadline` after many polls."""
        now = _scheduler.now
        self.number = self.number + 1 if self._at == now else 1
        self._at = now
        return deadline if self.number < _MOST_POLLS else now + _STEP
