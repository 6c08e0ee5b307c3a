"""The action that lets the tests begin."""
from __future__ import annotations

from typing import Any, Callable, List

from launch.action import Action


class ReadyToTest(Action):
    """The tests that run beside the processes may begin."""

    def __init__(self) -> None:
        super().__init__()
        self._callbacks: List[Callable[[], Any]] = []

    def _add_callback(self, callback: Callable[[], Any]) -> None:
        self._callbacks.append(callback)

    def execute(self, context: Any) -> None:
        """Tell who waits for it."""
        for callback in self._callbacks:
            callback()
