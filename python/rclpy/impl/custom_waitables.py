"""Waitables of programs: what each waits for, and which of them are ready."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional

from .native_entities import Part
from .wait_set import WaitSet


def is_custom(waitable: Any) -> bool:
    """Whether a program made it: rclpy's own waitables have numbers."""
    return not hasattr(waitable, 'numbers')


class CustomWaitables:
    """The custom waitables of one executor, in the order of their nodes."""

    def __init__(self) -> None:
        #: Each waitable with its wait set.
        self.sets: list[tuple[Any, WaitSet]] = []

    def collect(self, nodes: list[Any], can_execute: Callable[[Any], bool]) -> Iterator[int]:
        """Asks each what it waits for; yields the numbers of those parts that are in the graph."""
        self.sets = []
        for node in nodes:
            for waitable in list(node.waitables):
                if not is_custom(waitable) or not can_execute(waitable):
                    continue
                wait_set = WaitSet(node=node)
                waitable.add_to_wait_set(wait_set)
                self.sets.append((waitable, wait_set))
                yield from wait_set.numbers

    def ready(self, can_execute: Callable[[Any], bool]) -> Any:
        """The first one that is already ready; None if none is."""
        for waitable, wait_set in self.sets:
            if can_execute(waitable) and waitable.is_ready(wait_set):
                wait_set.seen()
                return waitable
        return None

    def give(self, part: Part, given: Any) -> Optional[Any]:
        """Takes an input for a part; returns its waitable if that is ready now."""
        part.give(given)
        for waitable, wait_set in self.sets:
            if part.number in wait_set.numbers:
                return waitable if waitable.is_ready(wait_set) else None
        return None
