"""Waitables that programs make: what each waits for, and which of them have something to do."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional

from .native_entities import Part
from .wait_set import WaitSet


def is_custom(waitable: Any) -> bool:
    """Whether a program made it: rclpy's own say by numbers what they wait for."""
    return not hasattr(waitable, 'numbers')


class CustomWaitables:
    """Those of one executor, in the order of their nodes."""

    def __init__(self) -> None:
        #: Each with what it waits for.
        self.sets: list[tuple[Any, WaitSet]] = []

    def collect(self, nodes: list[Any], can_execute: Callable[[Any], bool]) -> Iterator[int]:
        """Asks each what it waits for; yields what of that is in the graph."""
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
        """The first that has something to do already; None: none has."""
        for waitable, wait_set in self.sets:
            if can_execute(waitable) and waitable.is_ready(wait_set):
                wait_set.seen()
                return waitable
        return None

    def give(self, part: Part, given: Any) -> Optional[Any]:
        """The graph has something for a part; returns whose it is, if that has something to do."""
        part.give(given)
        for waitable, wait_set in self.sets:
            if part.number in wait_set.numbers:
                return waitable if waitable.is_ready(wait_set) else None
        return None
