"""Holds the latest messages until a snapshot is taken."""
from __future__ import annotations

from collections import deque
from typing import Any, Deque, List, Tuple

#: What a writer is given for one message; the second item is the serialized message.
Held = Tuple[Any, ...]


class SnapshotBuffer:
    """The latest messages, whose bytes together are at most the limit. A message that is longer alone is left out."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = 0
        self._held: Deque[Held] = deque()

    def add(self, held: Held) -> None:
        """Hold a message in place of the oldest ones."""
        size = len(held[1])
        if size > self._limit:
            return
        while self._bytes + size > self._limit:
            self._bytes -= len(self._held.popleft()[1])
        self._held.append(held)
        self._bytes += size

    def take(self) -> List[Held]:
        """All that is held, the oldest first; afterwards nothing is."""
        taken = list(self._held)
        self._held.clear()
        self._bytes = 0
        return taken
