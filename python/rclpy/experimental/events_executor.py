"""An executor that takes inputs of all kinds in order; timers when nothing else waits."""

from __future__ import annotations

from typing import Any, Optional

from ..executors import SingleThreadedExecutor
from ..task import Future


class EventsExecutor(SingleThreadedExecutor):
    """Runs callbacks in the thread that spins, in the order in which their inputs arrived."""

    _orrery_fifo = True
    _orrery_heeds_groups = False

    def can_execute(self, entity: Any) -> bool:
        """Ignores callback groups, because this executor has a single thread."""
        return not entity._executor_event

    def spin_until_future_complete(self, future: Future,
                                   timeout_sec: Optional[float] = None) -> None:
        """Runs callbacks until `future` is done or the timeout, then those ready before it."""
        super().spin_until_future_complete(future, timeout_sec)
        while self._context.ok() and not future.done() and not future.cancelled() and not self._is_shutdown:
            self._orrery_timed_out = False
            self._spin_once_until_future_complete(future, 0)
            if self._orrery_timed_out:
                return
