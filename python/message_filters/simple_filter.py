"""The base of all filters: it calls back with its output."""
from __future__ import annotations

from typing import Any, Callable, Dict, Tuple


class SimpleFilter:
    """Calls the registered callbacks with each output, in the order of registration."""

    def __init__(self) -> None:
        self.callbacks: Dict[int, Tuple[Callable[..., Any], Tuple[Any, ...]]] = {}

    def registerCallback(self, cb: Callable[..., Any], *args: Any) -> int:  # noqa: N802
        """Call `cb` with each output, followed by `args`; returns the number of the connection."""
        connection = max(self.callbacks, default=-1) + 1
        self.callbacks[connection] = (cb, args)
        return connection

    def unregisterCallback(self, connection: int) -> None:  # noqa: N802
        """End a connection."""
        self.callbacks.pop(connection, None)

    def signalMessage(self, *msg: Any) -> None:  # noqa: N802
        """Call all callbacks with an output."""
        for callback, args in list(self.callbacks.values()):
            callback(*(msg + args))
