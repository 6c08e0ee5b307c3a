"""The process numbers that the program sees: 1000 for a program, and what its parent calls it for a process of one."""
from __future__ import annotations


class ProcessNumbers:
    """Its own number, and that of its parent."""

    def __init__(self) -> None:
        self.own = 1000
        self.parent = 1


numbers = ProcessNumbers()
