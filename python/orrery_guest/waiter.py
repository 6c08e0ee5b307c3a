"""What a thread waits for in the graph."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

from . import wire
from .deadlock import place_of_caller, place_of_coroutine
from .scheduler import VirtualThread


class Waiter:
    """A thread's wait for inputs from the graph."""

    __slots__ = ('id', 'numbers', 'fifo', 'anew', 'told', 'thread', 'alone', 'coroutines', 'why_none', 'awaits',
                 'told_awaits', '__weakref__')

    def __init__(self, number: int, fifo: bool = False,
                 coroutines: Callable[[], list[Any]] = list) -> None:
        self.id = number
        #: Coroutines that have begun and not ended; they hold their callback groups.
        self.coroutines = coroutines
        #: Why no input comes, if that is known, as the end of a sentence.
        self.why_none: Callable[[], str] = str
        self.numbers: list[int] = []
        #: Whether it takes the oldest input instead of the first ready one of its list.
        self.fifo = fifo
        #: Whether inputs that were ready before and not taken no longer count.
        self.anew = False
        self.told: Optional[list[int]] = None
        self.thread: Optional[VirtualThread] = None
        #: What the program waits for without end, and the line where it does; None: whatever comes.
        self.awaits: Optional[tuple[str, str, int]] = None
        self.told_awaits: Optional[tuple[str, str, int]] = None
        #: The frame that says that this process waits here, for nothing else and without end.
        self.alone = wire.frame(wire.IDLE, 0, wire.I64.pack(wire.NEVER) + wire.U16.pack(1)
                                + wire.U32.pack(number) + bytes([2 if fifo else 0]))

    @contextmanager
    def awaiting(self, what: str, timeout: Optional[float]) -> Iterator[None]:
        """Says what the program waits for meanwhile, if it has no timeout: nothing else lets it go on."""
        before = self.awaits
        if timeout is None or timeout < 0:
            self.awaits = (what, *place_of_caller())
        try:
            yield
        finally:
            self.awaits = before

    def describe(self) -> str:
        """A description for reports."""
        begun = ''.join(f'; the coroutine at {place} has not ended and holds its callback group'
                        for place in map(place_of_coroutine, self.coroutines()) if place)
        return f'a callback to run, and none can come{begun}{self.why_none()}'

    def pack(self) -> bytes:
        """What Orrery must know about it now; its list only if that has changed."""
        flags = (2 if self.fifo else 0) | (4 if self.anew else 0)
        self.anew = False
        awaits = b''
        if self.awaits is not self.told_awaits:
            self.told_awaits = self.awaits
            what, file, line = self.awaits or ('', '', 0)
            flags |= 8
            awaits = wire.string(what) + wire.string(file) + wire.U32.pack(line)
        if self.told is self.numbers:
            return wire.U32.pack(self.id) + bytes([flags]) + awaits
        self.told = self.numbers
        count = len(self.numbers)
        head = wire.U32.pack(self.id) + bytes([flags | 1]) + wire.U32.pack(count)
        return head + b''.join(map(wire.U32.pack, self.numbers)) + awaits
