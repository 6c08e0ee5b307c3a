"""Waits for several things to be ready before tests start."""
from __future__ import annotations

import threading
from typing import Any, Callable


class ReadyAggregator:
    """Calls a function once it has been called often enough."""

    def __init__(self, delegate: Callable[[], Any], num_required_ready_signals: int) -> None:
        self._delegate, self._left = delegate, num_required_ready_signals
        self._lock = threading.Lock()

    def ready_fn(self) -> None:
        """Note that one more is ready."""
        with self._lock:
            self._left -= 1
            is_last = self._left == 0
        if is_last:
            self._delegate()
