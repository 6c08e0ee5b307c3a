"""The exceptions that end an executor's waits, and how callbacks are called."""

from __future__ import annotations

import inspect
from typing import Any, Callable


async def await_or_execute(callback: Callable[..., Any], *args: Any) -> Any:
    """Awaits a coroutine function, and calls any other function."""
    if inspect.iscoroutinefunction(callback):
        return await callback(*args)
    return callback(*args)


class TimeoutException(Exception):
    """A wait reached its timeout."""


class ShutdownException(Exception):
    """The executor was shut down."""


class ExternalShutdownException(Exception):
    """The context was shut down from elsewhere."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)


class ConditionReachedException(Exception):
    """The condition of a wait was fulfilled."""


class TimeoutObject:
    """A timeout that its owner may change."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    @property
    def timeout(self) -> float:
        """The timeout in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        self._timeout = timeout


for _each in (TimeoutException, ShutdownException, ExternalShutdownException,
              ConditionReachedException, TimeoutObject):
    # Where programs know them from, which tracebacks show.
    _each.__module__ = 'rclpy.executors'
