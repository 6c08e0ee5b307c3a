"""How waits of executors end, and how callbacks are called."""

from __future__ import annotations

import inspect
from typing import Any, Callable


async def await_or_execute(callback: Callable[..., Any], *args: Any) -> Any:
    """Awaits a coroutine function, calls any other."""
    if inspect.iscoroutinefunction(callback):
        return await callback(*args)
    return callback(*args)


class TimeoutException(Exception):
    """A wait is over in time, not in success."""


class ShutdownException(Exception):
    """The executor was shut down."""


class ExternalShutdownException(Exception):
    """The context was shut down by somebody else."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)


class ConditionReachedException(Exception):
    """What a wait was for is there."""


class TimeoutObject:
    """A timeout that its owner may change."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    @property
    def timeout(self) -> float:
        """In seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        self._timeout = timeout
