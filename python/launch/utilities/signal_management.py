"""Signals for asyncio loops."""
from __future__ import annotations

import asyncio
import os
import signal
import socket
from typing import Any, Callable, Dict, Optional, Tuple, Union


class AsyncSafeSignalManager:
    """Calls handlers of signals in a loop of asyncio, while it is entered as a context.

    Handlers of `signal.signal` and those of managers that were entered before are called, too.
    Only the main thread may enter it (ValueError).
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handlers: Dict[int, Callable[[int], Any]] = {}
        self._sockets: Optional[Tuple[socket.socket, socket.socket]] = None
        #: The descriptor that previously received numbers of signals.
        self._previous = -1

    def __enter__(self) -> AsyncSafeSignalManager:
        reader, writer = socket.socketpair()
        reader.setblocking(False)
        writer.setblocking(False)
        try:
            self._previous = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        except ValueError:
            reader.close()
            writer.close()
            raise
        self._sockets = (reader, writer)
        self._loop.add_reader(reader.fileno(), self._read)
        return self

    def __exit__(self, *reason: Any) -> None:
        assert self._sockets is not None
        reader, writer = self._sockets
        self._sockets = None
        signal.set_wakeup_fd(self._previous)
        self._loop.remove_reader(reader.fileno())
        reader.close()
        writer.close()

    def _read(self) -> None:
        if self._sockets is None:
            return
        try:
            numbers = self._sockets[0].recv(4096)
        except (BlockingIOError, InterruptedError):
            return
        if self._previous != -1:
            os.write(self._previous, numbers)
        for number in numbers:
            if number in self._handlers:
                self._handlers[number](number)

    def handle(self, signum: Union[signal.Signals, int],
               handler: Optional[Callable[[int], Any]]) -> Optional[Callable[[int], Any]]:
        """Set the handler of a signal, or take it away; returns the one before.

        Raises ValueError for what is not a signal or cannot be called.
        """
        number = signal.Signals(signum)
        if handler is not None and not callable(handler):
            raise ValueError('signal handler must be a callable')
        before = self._handlers.pop(number, None)
        if handler is not None:
            self._handlers[number] = handler
        return before
