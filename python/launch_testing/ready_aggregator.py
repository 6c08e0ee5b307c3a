"""Several things that have to be ready before tests begin."""
from __future__ import annotations

import threading
from typing import Any, Callable


class ReadyAggregator:
    """Calls once, when it has been told as often as needed."""

    def __init__(self, delegate: Callable[[], Any], num_required_ready_signals: int) -> None:
        self._delegate, self._left = delegate, num_required_ready_signals
        self._lock = threading.Lock()

    def ready_fn(self) -> None:
        """One more is ready."""
        with self._lock:
            self._left -= 1
            is_last = self._left == 0
        if is_last:
            self._delegate()
