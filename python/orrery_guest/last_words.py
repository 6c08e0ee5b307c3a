"""What a process says before it ends."""

from __future__ import annotations

import os
from typing import Optional

from . import wire
from .channel import Channel


_exit = os._exit


class LastWords:
    """The part of the conversation with Orrery that ends it."""

    _channel: Optional[Channel]

    def goodbye(self, code: int) -> None:
        """Says that the process ends."""
        if self._channel is not None:
            self._channel.send(wire.frame(wire.BYE, 0, wire.I32.pack(code)))
            self._channel.flush()

    def hand_over(self) -> None:
        """Sends what the process has done, because it ends without a word."""
        if self._channel is not None:
            self._channel.flush()

    def fault(self, code: str, text: str, slot: int = 0) -> None:
        """Reports why this process is about to end, and in which callback."""
        if self._channel is not None:
            self._channel.send(wire.frame(wire.FAULT, slot, wire.string(code) + text.encode(errors='replace')))

    def last_words(self, stream: int, printed: str, code: str, text: str) -> None:
        """Prints, reports why this process ends, and ends it, even if other threads are running."""
        said, why = printed.encode(errors='replace'), text.encode(errors='replace')
        assert self._channel is not None
        # In one piece, so that output of other threads cannot come in between.
        self._channel.send(wire.frame(wire.LOG, 0, bytes([stream]) + said)
                           + wire.frame(wire.FAULT, 0, wire.string(code) + why)
                           + wire.frame(wire.BYE, 0, wire.I32.pack(1)))
        self._channel.flush()
        _exit(1)
