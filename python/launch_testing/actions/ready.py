"""The action that lets the tests start."""
from __future__ import annotations

from typing import Any, Callable, List

from launch.action import Action


class ReadyToTest(Action):
    """Lets the tests that run beside the processes start."""

    def __init__(self) -> None:
        super().__init__()
        self._callbacks: List[Callable[[], Any]] = []

    def _add_callback(self, callback: Callable[[], Any]) -> None:
        self._callbacks.append(callback)

    def execute(self, context: Any) -> None:
        """Notify whoever waits for it."""
        for callback in self._callbacks:
            callback()
