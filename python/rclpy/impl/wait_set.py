"""Sets of entities to wait for."""

from __future__ import annotations

from typing import Any, Optional

from orrery_guest.guest import guest

from .handle import registry
from .native_entities import Part


class WaitSet:
    """The parts of a waitable, or a set that a program waits for by itself."""

    def __init__(self, num_subscriptions: int = 0, num_guard_conditions: int = 0,
                 num_timers: int = 0, num_clients: int = 0, num_services: int = 0,
                 num_events: int = 0, context_handle: Any = None, *, node: Any = None) -> None:
        self._context = context_handle
        self._node = node
        self._parts: dict[str, list[Part]] = {}
        self._waiter: Any = None

    def add_subscription(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('subscription', part)

    def add_guard_condition(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('guard_condition', part)

    def add_timer(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('timer', part)

    def add_client(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('client', part)

    def add_service(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('service', part)

    def add_event(self, part: Part) -> int:
        """Adds a part; returns its index among those of its kind."""
        return self._add('event', part)

    def is_ready(self, kind: str, index: int) -> bool:
        """Whether this part is ready."""
        parts = self._parts.get(kind, [])
        if not 0 <= index < len(parts):
            raise IndexError(f'this wait set has no {kind} {index}')
        return parts[index].ready

    def get_ready_entities(self, kind: str) -> list[int]:
        """The pointers of the ready parts of a kind."""
        return [part.pointer for part in self._parts.get(kind, []) if part.ready]

    def clear_entities(self) -> None:
        """Removes all parts."""
        self._parts.clear()

    def seen(self) -> None:
        """Notes that readiness has been checked, because each trigger counts once."""
        for part in self._parts.get('guard_condition', ()):
            part.seen()

    @property
    def numbers(self) -> list[int]:
        """The numbers of its parts in the graph."""
        return [part.number for parts in self._parts.values() for part in parts
                if part.number and part.valid]

    def wait(self, timeout_ns: int) -> None:
        """Waits until a part is ready, or for this many ns; a negative number means forever."""
        from .executor import waiting_executors

        self._waiter = self._waiter or guest.waiter()
        self._waiter.numbers = self.numbers
        deadline = None if timeout_ns < 0 else guest.scheduler.now + timeout_ns
        waiting_executors.append(self)
        try:
            while self._take(guest.scheduler.now if self._any() else deadline):
                pass
        finally:
            waiting_executors.remove(self)

    def _take(self, deadline: Optional[int]) -> bool:
        given = guest.wait(self._waiter, deadline)
        if given is None:
            return False
        part = registry.get(given.entity)
        if isinstance(part, Part):
            part.give(given)
        guest.done(given.slot)
        return True

    def _any(self) -> bool:
        return any(part.ready for parts in self._parts.values() for part in parts)

    def _add(self, kind: str, part: Part) -> int:
        parts = self._parts.setdefault(kind, [])
        parts.append(part)
        if self._node is not None:
            part.belong_to(self._node)
        return len(parts) - 1

    def _look_again(self) -> None:
        guest.wake(self._waiter)
